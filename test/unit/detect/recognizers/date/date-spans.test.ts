import { describe, expect, it } from 'vitest';
import { ageRecognizer } from '../../../../../server/detect/recognizers/age.ts';
import { dateRecognizer } from '../../../../../server/detect/recognizers/date/date.ts';
import { dobRecognizer } from '../../../../../server/detect/recognizers/date/dob.ts';
import { type Case, found } from '../found.ts';

const births: readonly Case[] = [
  ['slashes', 'date of birth 06/12/1980, male', ['06/12/1980']],
  ['two-digit year', 'dob: 6-12-80', ['6-12-80']],
  ['ISO', 'DOB 1980-06-12', ['1980-06-12']],
  ['month name', 'born June 12, 1980 in Ohio', ['June 12, 1980']],
  ['blanks before the commas', 'birth date october 31 , 1949 . patient', ['october 31 , 1949']],
  ['day first', 'born on the 12th of June 1980', ['the 12th of June 1980']],
  ['year first', 'born 1980, 12th of June', ['1980, 12th of June']],
  ['labelled behind', '06/12/1980 is my birthday', ['06/12/1980']],
  ['the year alone', 'she was born in 1980', ['1980']],
  ['month and day', 'my birthday is june 12', ['june 12']],
  ['the month alone', 'my birthday is in may', ['may']],
  ['spoken', 'born june twelfth nineteen eighty', ['june twelfth nineteen eighty']],
  ['spoken, numbers only', 'date of birth six twelve eighty', ['six twelve eighty']],
  ['spoken with pauses', 'dob six, twelve, uh, eighty', ['six, twelve, uh, eighty']],
  [
    'spoken, year first',
    'born nineteen ninety one, um, seventeenth of November',
    ['nineteen ninety one, um, seventeenth of November'],
  ],
  ['a short word for it', "my bday's eight nine ninety", ['eight nine ninety']],
  ['a contraction', "dob's oh four twelve seventy six", ['oh four twelve seventy six']],
  ['coming of age', 'she turned forty in march', ['march']],
  ['coming of age, with the day', 'i turn thirty on december fourth', ['december fourth']],
  [
    'labelled some words behind',
    "seventh of the seventh seventy seven, easy to remember, that's my birthday",
    ['seventh of the seventh seventy seven'],
  ],
  ['a baby of that year', "i'm a sixty four baby", ['sixty four']],
  [
    'part by part',
    'birth date: month six day fourteen year seventy two',
    ['month six day fourteen year seventy two'],
  ],
  [
    'year and month',
    'born nineteen seventy eight in december',
    ['nineteen seventy eight in december'],
  ],
  [
    'a correction',
    'born nineteen ninety two, of nineteen ninety, sorry',
    ['nineteen ninety two', 'nineteen ninety'],
  ],
];

/** Dates that no word calls one of birth, in a plausible year and tied to nothing else. */
const unlabelled: readonly Case[] = [
  ['numeric', 'Jordan Pike, 3/9/71, here for labs', ['3/9/71']],
  ['spoken', 'september third nineteen eighty eight', ['september third nineteen eighty eight']],
  [
    'slashes said',
    'oh four slash twenty two slash nineteen seventy one',
    ['oh four slash twenty two slash nineteen seventy one'],
  ],
  ['a corrected one', "no it's may third nineteen ninety nine", ['may third nineteen ninety nine']],
  [
    'the word date alone',
    'the date is june third nineteen sixty one',
    ['june third nineteen sixty one'],
  ],
  ['a recent year', 'may third twenty twenty four', []],
  ['an operation', 'her gallbladder surgery was may third nineteen ninety nine', []],
  ['a start', "i've been on it since january fifth nineteen ninety nine", []],
  ['a policy', 'the policy starts january first two thousand twelve', []],
  ['a move', 'we moved here on june first nineteen eighty eight', []],
  ['an event behind it', '3/4/2011 discharge', []],
  ['no day', 'in june of nineteen ninety eight', []],
];

const answers: readonly Case[] = [
  ['spoken', 'june fourth eighty two', ['june fourth eighty two'], "what's your date of birth"],
  ['digits', 'uh 6 12 80', ['6 12 80'], 'date of birth?'],
  ['a month', 'may', ['may'], 'your date of birth please'],
  ['a year', 'nineteen ninety two', ['nineteen ninety two'], 'what year were you born'],
  ['a short year', 'ninety two', ['ninety two'], 'when were you born'],
  ['a day', 'the fourth', ['the fourth'], 'and the day?'],
  [
    'the rest of it',
    'nineteen ninety two',
    ['nineteen ninety two'],
    'your birthday \n may \n and the year?',
  ],
  [
    'what was lost of it',
    'no nineteen ninety two',
    ['nineteen ninety two'],
    'i lost the year did you say thirteen',
  ],
  ['garbled by the recogniser of speech', '08009 1986', ['08009 1986'], 'your date of birth?'],
  ['garbled into a time', '6:40 1962', ['6:40 1962'], 'your date of birth?'],
  ['a compact ISO date', '19800612', ['19800612'], 'date of birth'],
  [
    'the day, then the year',
    'the eighth nineteen sixty nine',
    ['the eighth nineteen sixty nine'],
    'and your birthday',
  ],
  ['the first', 'the first', ['the first'], 'which day were you born'],
  ['may, thinking', 'may i think', ['may'], 'what month were you born in'],
  ['an age', "I'm 93", [], 'when were you born'],
  ['a polite question', 'May I have your name', [], 'it is her birthday'],
  ['another number', 'my pin is 3100', [], 'your date of birth?'],
  ['a record number', '49281', [], 'what is your mrn'],
];

const notBirths: readonly Case[] = [
  ['a code before one', 'chart OB-22817, DOB 5/5/1995', ['5/5/1995']],
  ['a visit', 'seen on 3/4/2021', []],
  ['a visit after a birth', 'date of birth 3/4/1961. date of service 3/4/2021', ['3/4/1961']],
  ['no date', 'what is your date of birth?', []],
  ['a modal verb', 'may i ask when you were born', []],
  ['a birth weight', 'birth weight 3200', []],
  ['a birth control', 'on birth control since 2015', []],
  ['a count of children', 'she was born with 6 toes', []],
  ['a dose after a birth', 'born premature, 500 mg daily', []],
  ['a time', 'born at 10:30', []],
];

const dates: readonly Case[] = [
  ['a day after a preposition', 'my refill ran out on the seventeenth', ['the seventeenth']],
  ['a weekday and a day', 'put me down for thursday the ninth at two', ['the ninth']],
  ['a late day', 'the twenty sixth works better', ['the twenty sixth']],
  ['two days', 'either the fifth or the sixth', ['the sixth']],
  ['a day of this month', 'it began the second of last month', ['the second of last month']],
  ['a weekday and a number, in Spanish', 'puedo el jueves doce', ['doce']],
  ['a day and its hour, in Spanish', 'le ofrezco el siete a las cuatro y media', ['el siete']],
  ['a Sunday and a number, in Spanish', 'puedo el domingo dieciocho', ['dieciocho']],
  ['the next Sunday and its number', 'no, el próximo domingo veintiocho', ['veintiocho']],
  ['the next weekday and its number', 'este no, el próximo viernes veintiocho', ['veintiocho']],
  ['a day, in Spanish', 'mejor el dieciocho por la tarde', ['el dieciocho'], 'qué día puede'],
  [
    'a day before a date',
    'tengo el cuatro o el cinco de marzo',
    ['el cuatro', 'el cinco de marzo'],
  ],
  ['a day corrected', 'february fifth no the seventh at nine', ['february fifth', 'the seventh']],
  ['a floor, a try and a grade', 'on the third floor the second time in the fifth grade', []],
  ['an hour, in Spanish', 'el martes trabajo hasta las cinco', []],
  ['a share', 'she is in the fifteenth percentile', []],
  ['numeric', 'seen 3/4/2021', ['3/4/2021']],
  ['month and day', 'on june third', ['june third']],
  ['day and month', 'the third of june', ['the third of june']],
  ['month and year', 'in june 2019', ['june 2019']],
  ['a year alone is allowed', 'in 2019', []],
  ['a month alone is allowed', 'in june', []],
  ['march the verb', 'they march 10 miles', []],
  ['a holiday of a year', 'on Christmas Eve, 1984', ['Christmas Eve, 1984']],
  ['a holiday of a short year', "valentine's day 48", ["valentine's day 48"]],
  ['a holiday of Spanish', 'the day de reyes of the 31', ['the day de reyes of the 31']],
  ['hours behind a holiday', 'closed for christmas 24 hours', []],
  ['another', "Valentine's Day 1958", ["Valentine's Day 1958"]],
  ['month and day in digits', 'we stopped it on 1/15', ['1/15']],
  ['two of them', 'to 9/3 or 9/4', ['9/3', '9/4']],
  ['as an answer', '9/3', ['9/3'], 'what date works for your appointment?'],
  ['a holiday that comes every year', 'we are closed on the Fourth of July', []],
  ['pain', 'it went to 7/10', []],
  ['half a tablet', 'i went to 1/2 tablets', []],
  ['a part of a dose', 'take it from 1/2 to 3/4', []],
  ['an impossible day', 'seen 2/31/2021', []],
  ['an impossible month', 'seen 13/32/2021', []],
  ['a fraction', '3/4 of it', []],
  ['a blood pressure', '120/80/60', []],
];

const ages: readonly Case[] = [
  ['written', 'a 94-year-old woman', ['94']],
  ['spoken', 'i am ninety four years old', ['ninety four']],
  ['a hundred and two', 'she is a hundred and two years old', ['a hundred and two']],
  ['y/o', '91 y/o male', ['91']],
  ['aged', 'patient aged 90', ['90']],
  ['turned', 'he just turned ninety one', ['ninety one']],
  ['asked', 'ninety four', ['ninety four'], 'how old are you'],
  ['89', 'she is 89 years old', []],
  ['asked, younger', 'forty four', [], 'how old are you'],
  ['somebody else', "it's for my mom she's ninety four", ['ninety four']],
  ['somebody else, with a hyphen', 'he is ninety-seven', ['ninety-seven']],
  ['before the end of a sentence', "Rosa Quell. She's 94, and lives alone.", ['94']],
  ['of somebody who died', 'He was 96. It was his heart.', ['96']],
  ['of a relative', 'my grandfather is ninety one', ['ninety one']],
  ['of a relative, between commas', 'my aunt, 97, fell', ['97']],
  ['to come', "he'll be ninety five soon", ['ninety five']],
  ['of a parent who turned', 'mom turned 92', ['92']],
  ['an oxygen saturation', 'her oxygen was low, she was 93', []],
  ['a saturation as the answer', "she's 93", [], 'what is her oxygen now?'],
  ['on room air', "he's 93 on room air", []],
  ['a certainty', "i'm 100 percent sure", []],
  ['a decimal', "she's 98.6", []],
  ['a place in a line', "i'm at 94", []],
  ['a temperature', "she's 101 point 4", []],
  ['a fever', "he's 101 fever", []],
  ['a weight', "i'm 140 pounds", []],
  ['a blood pressure', '120 over 95', []],
  ['a duration', 'for 90 days', []],
  ['a building', 'the house is 200 years old', []],
];

describe('DOB is found where the words around a date, or the question, say so', () => {
  it.each(births)('%s', (_why, text, expected) => {
    expect(found(dobRecognizer, text)).toEqual(expected);
  });

  it.each(unlabelled)('without a label: %s', (_why, text, expected) => {
    expect(found(dobRecognizer, text)).toEqual(expected);
  });

  it.each(answers)('as the answer: %s', (_why, text, expected, question) => {
    expect(found(dobRecognizer, text, question)).toEqual(expected);
  });

  it.each(notBirths)('not: %s', (_why, text, expected) => {
    expect(found(dobRecognizer, text)).toEqual(expected);
  });
});

describe('DATE is anything more precise than a year', () => {
  it.each(dates)('%s', (_why, text, expected, question = '') => {
    expect(found(dateRecognizer, text, question)).toEqual(expected);
  });
});

describe('AGE_OVER_89 is an age of 90 or more', () => {
  it.each(ages)('%s', (_why, text, expected, question = '') => {
    expect(found(ageRecognizer, text, question)).toEqual(expected);
  });
});
