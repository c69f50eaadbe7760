import { describe, expect, it } from 'vitest';
import { accountRecognizer } from '../../../../../server/detect/recognizers/account/account.ts';
import { type Case, found } from '../found.ts';

const named: readonly Case[] = [
  ['no name at all', 'sorry it is 4419220 then', ['4419220']],
  ['a code that no word names', 'it was W8820144', ['W8820144']],
  ['the end of a number', 'the npi i have ends in four four one', ['four four one']],
  [
    'the end of a number in Spanish',
    'un teléfono que termina en cuarenta y uno',
    ['cuarenta y uno'],
  ],
  ['its last bit', 'the card is long and i think the last bit is 6 2', ['6 2']],
  ['a short code of letters and digits', 'your confirmation code is QX81', ['QX81']],
  ['no number that ends', 'it ends in 20 minutes', []],
  ['the beginning of a code', 'it starts with 1EG4 i think', ['1EG4']],
  ['no code that begins', 'it starts with covid19 and ends in 1030am', []],
  ['a group', 'the group is 71440', ['71440']],
  ['a clause away', 'the case they opened for me was 81146', ['81146']],
  ['a name with letters and blanks', 'Subscriber ZGP 901 22 8841', ['ZGP 901 22 8841']],
  ['a record locator', 'PNR R4QK9Z for two', ['R4QK9Z']],
  ['a starred number', 'Acct ****4419 on file', ['****4419']],
  ['a user name', 'my username is mtraba1974', ['mtraba1974']],
  ['a word and a number', 'my verbal password is bluebird 41', ['bluebird 41']],
  ['the balance of a numbered account', 'The balance on account 60351 is $482.00.', ['60351']],
  ['expiry in words', 'good through december 27', ['december 27']],
  ['expiry in digits', 'it expires 0928', ['0928']],
  ['the code on the card', 'the code on the back is 317', ['317']],
  ['two possible ones', 'my pin is either 7402 or 3941', ['7402', '3941']],
  ['few digits', 'confirmation number is okw87q', ['okw87q']],
  ['a code without "number"', 'your booking is QX7B22 now', ['QX7B22']],
  ['a code named twice', 'my voucher code TR4-LLQ-09 says expired', ['TR4-LLQ-09']],
  ['a clearance code', 'they gave me the code 639431', ['639431']],
  ['a price behind it', 'the reference number is 1R3J6V88 and 19.60 is due', ['1R3J6V88']],
  ['bank account', 'my account number is 12345678', ['12345678']],
  ['account without "number"', 'please close account 99120044', ['99120044']],
  ['a copula with an apostrophe', "the account number, it's 78912345", ['78912345']],
  ['letters and dash', 'brokerage account number BRK-114829', ['BRK-114829']],
  ['dashed groups', 'acct no. 4410-2291-77', ['4410-2291-77']],
  ['policy', 'policy number: POL-448291.', ['POL-448291']],
  ['claim', 'claim # 77120-A was denied', ['77120-A']],
  ['member id', 'member ID XQH 902 771 220', ['XQH 902 771 220']],
  ['group number', 'group number 00512', ['00512']],
  ['customer id', 'customer id C-20117', ['C-20117']],
  ['subscriber id', 'the subscriber id would be w220918871', ['w220918871']],
  ['invoice', 'invoice number INV-2044', ['INV-2044']],
  ['order without "number"', 'where is order 5512087', ['5512087']],
  ['confirmation number', 'confirmation number is 8QK42Z', ['8QK42Z']],
  ['prescription number', 'rx number 6620143', ['6620143']],
  ['routing', 'routing number 021000021', ['021000021']],
  ['sort code', 'sort code 20-30-45', ['20-30-45']],
  ['swift', 'the swift code is DEUTDEFF500', ['DEUTDEFF500']],
  ['EIN', 'our EIN is 12-3456789', ['12-3456789']],
  ['tax id', 'tax id number 981234567', ['981234567']],
  ['PIN', 'my pin is 4492', ['4492']],
  ['access code', 'the gate code is 7719', ['7719']],
  ['one-time code', 'your verification code is 220 419', ['220 419']],
  ['password', 'my password is Sunny-Harbor7', ['Sunny-Harbor7']],
  ['named after the value', 'so 12345678 is my account number', ['12345678']],
  ['some words on', 'account number, let me see, i have it here, 12345678', ['12345678']],
  ['on a thing', 'the account number on my card is 12345678', ['12345678']],
  ['on file', 'the policy number on file should read 448291', ['448291']],
  ['two of them', 'account numbers 12345678 and 87654321', ['12345678', '87654321']],
  [
    'a wallet',
    'send to 0x52908400098527886E0F7030069857D2E4169EE7',
    ['0x52908400098527886E0F7030069857D2E4169EE7'],
  ],
];

const spoken: readonly Case[] = [
  [
    'the ends of two cards',
    'the card ending nine two one six not the one that ends five five oh three',
    ['nine two one six', 'five five oh three'],
  ],
  [
    'the last four of a card',
    "the last four of the card you're using today uh seven seven eight oh",
    ['seven seven eight oh'],
  ],
  [
    'an id of its own',
    'the id is x y z nine nine eight one two',
    ['x y z nine nine eight one two'],
  ],
  ['keys of a door', 'gate code is star four four nine two', ['four four nine two']],
  [
    'digit words',
    'my account number is one two three four five six seven eight',
    ['one two three four five six seven eight'],
  ],
  ['pairs', 'policy number forty four eighty two ninety one', ['forty four eighty two ninety one']],
  ['spelled letters', 'member id is x q h nine oh two', ['x q h nine oh two']],
  ['double and oh', 'claim number double four oh nine one', ['double four oh nine one']],
  ['a pin', 'pin is four four nine two', ['four four nine two']],
  [
    'a correction',
    'account number four four nine two no wait four four nine three',
    ['four four nine two', 'four four nine three'],
  ],
];

const asked: readonly Case[] = [
  ['a word in place of a user name', 'sorry', [], "what's your username?"],
  [
    'a code behind the expiry',
    'april of twenty nine and the code is one one eight',
    ['april of twenty nine', 'one one eight'],
    'and the expiration on that card',
  ],
  [
    'a code by its place',
    'oh nine twenty eight and the three on the back is three one seven',
    ['oh nine twenty eight', 'three one seven'],
    'expiration',
  ],
  ['a code in Spanish', 'y atrás trae dos uno cuatro', ['dos uno cuatro'], 'su tarjeta'],
  [
    'what a value ends in',
    'débito es una visa empieza cuatro cero uno dos',
    ['cuatro cero uno dos'],
    'su tarjeta',
  ],
  ['an expiry with a nought', 'oh nine of twenty seven', ['oh nine of twenty seven'], 'expiration'],
  ['a pin', 'it was 7402 or 3941', ['7402', '3941'], 'and your pin?'],
  ['a year in the answer', 'by 2040', [], 'you said a savings account'],
  ['an account', '12345678', ['12345678'], 'what is your account number?'],
  [
    'a member id, spoken',
    'yeah it is w two two oh nine one',
    ['w two two oh nine one'],
    'and the member id on your card?',
  ],
  ['a claim', 'um 77120', ['77120'], 'could you give me the claim number'],
  ['a duration in the answer', 'i had it for 10 years', [], 'what is your policy number?'],
  ['a phone offered instead', 'no but my phone is 555-0142', [], 'what is your account number?'],
];

const alone: readonly Case[] = [
  ['a card, whatever kinds the policy has', 'use 4111 1111 1111 1111', ['4111 1111 1111 1111']],
  ['an IBAN', 'pay to GB82 WEST 1234 5698 7654 32', ['GB82 WEST 1234 5698 7654 32']],
  ['bank digits near bank words', 'wire it to my bank, 9982716400', ['9982716400']],
  ['a routing number by its check digit', 'it says 3222-7162-7', ['3222-7162-7']],
];

const nearMisses: readonly Case[] = [
  ['teeth', 'the wisdom teeth, numbers 1, 16, 17', []],
  ['a code of a procedure', 'HCPCS J3490 and revenue code 0450', []],
  ['a deductible', 'the deductible on my policy is 2500', []],
  ['a premium', 'my plan costs 4500 a year', []],
  ['a round sum', 'there were about 250000', []],
  ['readings', 'readings of 110, 125, 118', []],
  ['counting', 'one two three four five six seven eight', []],
  ['a decade', 'in the 1980s', []],
  ['a procedure', 'cpt 99213', []],
  ['procedures that are billed', 'do you bill 99213 or 99214', []],
  ['the number of a bill', 'about the bill number 99213', ['99213']],
  ['a licence that expires', 'my license expires 0928', []],
  ['a login that is a word', 'log in as a guest', []],
  ['a diagnosis code in words', 'icd 10 code j45.909', []],
  ['the code of a disease', 'Is code M17.11 the right knee or the left?', []],
  ['a code that asks nothing', 'gt67g6', []],
  ['a diagnosis code', 'the icd code 4019 is on it', []],
  ['a date in digits', 'seen 20190412 and 04122019', []],
  ['a vaccine', 'covid19', []],
  ['no value', 'what is my account number again?', []],
  ['a balance', 'my account balance is 1200 dollars', []],
  ['money on the account', 'there is $4500 in the account', []],
  ['years', 'i have had this account for 12 years', []],
  ['a bone pin', 'they put a pin in my hip in 1990', []],
  ['pins and needles', 'pins and needles for 2 weeks', []],
  ['a dose order', 'we order 500 mg twice a day', []],
  ['a group of people', 'a group of 20 people', []],
  ['a case count', 'it was case 12 this week', []],
  ['a blood pressure', 'blood pressure is 120 over 80', []],
  ['a policy by date', 'the policy started on 10/12/2019', []],
  ['a code status', 'code status is full code', []],
  ['a password that is none', 'my password is not working', []],
  ['a reset password', 'the password is expired', []],
  ['how often a password was tried', 'i mistyped the password twice!', []],
  ['a plain number', 'there were 44821 of them', []],
  ['a swift recovery', 'a swift recovery followed', []],
  ['a claim in words', 'i claim 2 of my kids', []],
  ['an order of tests', 'order number one is rest', []],
  ['national insurance', 'national insurance is 12 percent', []],
];

describe('ACCOUNT is found by its name', () => {
  it.each(named)('%s', (_why, text, finds) => {
    expect(found(accountRecognizer, text)).toEqual(finds);
  });
});

describe('ACCOUNT is found as it is spoken (design D2)', () => {
  it.each(spoken)('%s', (_why, text, finds) => {
    expect(found(accountRecognizer, text)).toEqual(finds);
  });
});

describe('the question decides what a bare answer is', () => {
  it.each(asked)('%s', (_why, text, finds, question) => {
    expect(found(accountRecognizer, text, question)).toEqual(finds);
  });
});

describe('ACCOUNT stands in for finer kinds that the policy lacks (design D9)', () => {
  it.each(alone)('%s', (_why, text, finds) => {
    expect(found(accountRecognizer, text)).toEqual(finds);
  });
});

const readOut: readonly Case[] = [
  ['four digits', 'empieza con ocho cinco cero tres y ya', ['ocho cinco cero tres']],
  ['after a word', 'and the last part five five three nine', ['five five three nine']],
  ['behind a letter', 'it is q 4 4 7 2 up there', ['q 4 4 7 2']],
  ['a year is none', 'it was two zero two four already', []],
  ['five digits are the code of a procedure', 'then nine nine two one three', []],
  ['counting is none', 'hold on one two three four', []],
  ['a line that is tried out', 'hear me now one two one two', []],
  ['a fraction', 'around point one two oh five', []],
  ['an amount', 'we drove twenty five oh three', []],
];

describe('digits read out one by one are an identifier whatever is said around them', () => {
  it.each(readOut)('%s', (_why, text, finds) => {
    expect(found(accountRecognizer, text)).toEqual(finds);
  });
});

const amounts: readonly Case[] = [
  ['a cardinal', 'four hundred thousand and twelve', []],
  ['round thousands', 'one hundred twenty three thousand', []],
  ['millions', 'two million', []],
  [
    'millions and thousands',
    'three million four hundred fifty six thousand seven hundred nine',
    [],
  ],
  ['a cardinal said of a claim', 'the claim has two hundred twelve thousand and nine', []],
  ['a spoken decimal', 'three point one four one five nine two', []],
  ['separators', 'it has 400,012 in it', []],
  [
    'a label in front',
    'policy number one hundred twenty three thousand four hundred five',
    ['one hundred twenty three thousand four hundred five'],
  ],
  [
    'a label in front of a round one',
    'my member number is four hundred thousand and twelve',
    ['four hundred thousand and twelve'],
  ],
  ['digits one by one', 'it is four four one nine two oh two', ['four four one nine two oh two']],
];

const codes: readonly Case[] = [
  ['vertebrae', 'there is a fracture at T11/T12', []],
  ['vertebrae with a dash', 'the fusion went from L4-L5 to L5-S1', []],
  ['a diagnosis', 'it was S72.001A', []],
  ['a procedure', 'then J3301 was given', []],
  ['a lab value', 'the CD4 450 was fine', []],
  ['births', 'she is a G4P4004', []],
  ['a graphics card', 'i bought an RTX4090', []],
  ['a range', 'it went 120-140 all week', []],
  ['years', 'from 1998-2005 i smoked', []],
  ['a decimal', 'it came to 1204.331', []],
  ['a ratio', 'it was diluted 1:2000', []],
  ['times', 'from 10:15 to 11:30', []],
  ['a long one', 'it says 4471920', ['4471920']],
  ['letters and digits', 'it says QX44718', ['QX44718']],
];

describe('an unlabelled number is an account only when it is no amount and no code', () => {
  it.each([...amounts, ...codes])('%s', (_why, text, finds) => {
    expect(found(accountRecognizer, text)).toEqual(finds);
  });
});

describe('what only looks like an account is left alone', () => {
  it.each(nearMisses)('%s', (_why, text, finds) => {
    expect(found(accountRecognizer, text)).toEqual(finds);
  });
});
