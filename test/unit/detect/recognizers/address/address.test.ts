import { describe, expect, it } from 'vitest';
import { addressRecognizer } from '../../../../../server/detect/recognizers/address/address.ts';
import { type Case, found } from '../found.ts';

const written: readonly Case[] = [
  ['a street without a number, but announced', 'it is located on fenwick way', ['fenwick way']],
  ['no unit behind', '412 Maple Street and a lot of traffic', ['412 Maple Street']],
  ['what is no street', 'she is living on disability', []],
  ['what is no street either', 'go right on monday', []],
  ['a letter of another alphabet behind', 'i live in suite 741 são paulo', ['suite 741']],
  ['the suite of an office', 'she can see you at one thirty suite two ten', []],
  ['the suite of an office in Spanish', 'es en la suite tres cero cinco verdad', []],
  ['street', 'send it to 482 Willowbrook Lane please', ['482 Willowbrook Lane']],
  [
    'one span with unit, city, state and ZIP',
    'at 12 N Maple St, Apt 3B, Springfield, IL 62704.',
    ['12 N Maple St, Apt 3B, Springfield, IL 62704'],
  ],
  ['a level in front', 'from level 3, 18 Harbour Esplanade', ['level 3, 18 Harbour Esplanade']],
  [
    'a building and a unit in front',
    'we are building c unit 314 at 900 Gateway Commons',
    ['building c unit 314 at 900 Gateway Commons'],
  ],
  ['a Spanish name', 'I have 7100 El Camino Real on file', ['7100 El Camino Real']],
  ['ZIP+4', '9 Elm Avenue, Dover, DE 19901-4432', ['9 Elm Avenue, Dover, DE 19901-4432']],
  [
    'state in words',
    '77 Harbor View Drive, Portland, Oregon 97201',
    ['77 Harbor View Drive, Portland, Oregon 97201'],
  ],
  ['numbered street', '310 West 42nd Street, New York', ['310 West 42nd Street, New York']],
  ['over lines', '5 Rose Court\nLeeds\nLS1 4DY', ['5 Rose Court\nLeeds\nLS1 4DY']],
  ['everyday word as type, with capitals', 'we met at 14 Linden Way', ['14 Linden Way']],
  ['house letter', 'she is at 22b Baker Street', ['22b Baker Street']],
  ['range', 'offices at 100-104 King Road', ['100-104 King Road']],
  ['post box', 'PO Box 902, Seattle, WA 98109', ['PO Box 902, Seattle, WA 98109']],
  ['post box with dots', 'P.O. Box 27', ['P.O. Box 27']],
  ['rural route', 'RR 2 Box 15', ['RR 2 Box 15']],
  ['military', 'PSC 1234, Box 5678, APO AE 09012', ['PSC 1234, Box 5678, APO AE 09012']],
  ['highway', '1200 County Road 12', ['1200 County Road 12']],
  ['highway alone', 'out on County Road 418', ['County Road 418']],
  ['state in words, code apart', 'Reno, Nevada 8 9 5 0 1', ['Reno, Nevada 8 9 5 0 1']],
  ['unit alone', 'it is Apt. 698', ['Apt. 698']],
  ['street name alone', 'she lives on Maple Street', ['Maple Street']],
  ['German', 'Lindenstrasse 15', ['Lindenstrasse 15']],
  ['German in two words', 'Alter Platz 4', ['Alter Platz 4']],
  ['Dutch', 'Kerkstraat 12a', ['Kerkstraat 12a']],
  ['French', '12 rue de la Paix', ['12 rue de la Paix']],
  ['Italian', 'Via Verdi 12', ['Via Verdi 12']],
  ['Spanish', 'calle mayor 31', ['calle mayor 31']],
  ['no street type, but a unit', 'Rosewood 39 Apt 4', ['Rosewood 39 Apt 4']],
  ['city, state and ZIP alone', 'in Springfield, IL 62704 now', ['Springfield, IL 62704']],
  [
    'Spanish words that end like a state',
    '9 Elm Avenue, Dover, DE 19901, por si va por correo',
    ['9 Elm Avenue, Dover, DE 19901'],
  ],
  [
    'a Spanish town behind its preposition',
    'calle de la loma 77 en española código 87532',
    ['calle de la loma 77 en española código 87532'],
  ],
  ['ZIP by name', 'the zip code is 43215', ['43215']],
  ['UK postcode', 'my postcode is M1 4WT', ['M1 4WT']],
  ['UK postcode by shape', 'near SW1A 1AA', ['SW1A 1AA']],
  ['Canadian postcode by shape', 'K1A 0B1', ['K1A 0B1']],
  ['ZIP named after it', 'yes, 98109 is the correct zip', ['98109']],
];

const spoken: readonly Case[] = [
  ['a road with a number', 'i live on state route thirty two', ['state route thirty two']],
  ['a hesitation inside', "it's eighty one uh ferndale avenue", ['eighty one uh ferndale avenue']],
  ['two digits and a court', 'eighteen elm court', ['eighteen elm court']],
  [
    'the city behind "in"',
    'at twenty two oak hollow lane in boise idaho',
    ['twenty two oak hollow lane in boise idaho'],
  ],
  ['a post box with a copula', 'my po box is nine oh two', ['po box is nine oh two']],
  [
    'street to ZIP',
    'i live at four twenty two north maple street apartment three b springfield illinois six two seven oh four',
    [
      'four twenty two north maple street apartment three b springfield illinois six two seven oh four',
    ],
  ],
  [
    'court and city',
    'home address is twelve ninety ridgefield court austin',
    ['twelve ninety ridgefield court austin'],
  ],
  [
    'drive, short number, living there',
    'i still live at seventy seven harbor view drive seattle',
    ['seventy seven harbor view drive seattle'],
  ],
  ['ordinal street', 'three ten west forty second street', ['three ten west forty second street']],
  ['post box', 'p o box nine oh two', ['p o box nine oh two']],
  ['ZIP', 'my zip is nine eight one oh nine', ['nine eight one oh nine']],
  ['UK postcode', 'postcode is s w nineteen one e z', ['s w nineteen one e z']],
  ['UK postcode in pieces', 'my postcode is m one four w t', ['m one four w t']],
];

const asked: readonly Case[] = [
  ['a postcode, badly heard', 'um c 5 9 3 a s', ['c 5 9 3 a s'], 'what is your postcode?'],
  ['a suite', 'suite two ten', ['suite two ten'], 'what is your street address'],
  [
    'a postcode in radio letters',
    'whiskey 2 0 alpha bravo',
    ['whiskey 2 0 alpha bravo'],
    'can you spell your postcode',
  ],
  ['a table in the answer', 'i need a table for 4 at 9', [], 'the postcode is cb41jy'],
  ['places in the answer', 'i have 4 places in mind', [], 'do you want the address?'],
  ['a concourse', 'nineteen pike concourse floor two', ['nineteen pike concourse floor two']],
  ['a count in the answer', '24', [], 'i have your address how many are left'],
  ['no street in the answer', 'no way', [], 'what is your address?'],
  ['a ZIP', '98109', ['98109'], 'and your zip code?'],
  ['a spoken ZIP', 'nine eight one oh nine', ['nine eight one oh nine'], 'what zip code is that'],
  ['where', 'four twelve harbor run', ['four twelve harbor run'], 'where do you live?'],
  ['e-mail is no place', '39 rosewood', [], 'what is your email address?'],
  ['a duration in the answer', 'i moved 10 years ago', [], 'what is your address?'],
];

const nearMisses: readonly Case[] = [
  ['a walk', 'a ten minute walk', []],
  ['pain on a scale', "i'm at four on the pain scale", []],
  ['weeks', "i'm at thirty weeks now", []],
  ['toes', 'the pain is in the third and fourth toes', []],
  ['an hour', 'pick up at four thirty please', []],
  ['a range', 'it goes from ten to twenty quickly', []],
  ['an eye', 'the corner of my eye', []],
  ['staying in a room', 'we are staying at room 351', []],
  ['a room', 'room 12 on the left', []],
  ['a bed', 'bed 4 is close to the window', []],
  ['a two-way street', 'it is a 2 way street', []],
  ['a four-lane road', 'a 4 lane road', []],
  ['a drive', 'about 5 minutes drive from here', []],
  ['a longer drive', 'a 3 hour drive', []],
  ['going to court', 'i was 20 when i went to court', []],
  ['a place', '2 people came to my place', []],
  ['a way', 'i lost 20 pounds that way', []],
  ['a walk', 'i have 2 dogs and walk', []],
  ['a run', 'i did a 5 k run', []],
  ['a dose', 'take 2 tablets on the way', []],
  ['an oral route', 'via oral route 2 times a day', []],
  ['a blood pressure', 'it was 120 over 80 in the drive', []],
  ['a month', 'may 5 court date', []],
  ['a unit of blood', 'gave 2 units and drove', []],
  ['a doctor', 'saw 3 doctors', []],
  ['the street', 'he crossed the street', []],
  ['an address of the web', 'my email address is not 12 letters', []],
  ['a highway number', 'we took highway 9', []],
  ['digits apart that are more than a code', 'in nevada 8 9 5 0 1 2', []],
  ['a five-digit count', 'about 12000 steps a day', []],
  ['money', 'it cost $15000', []],
  ['a saint', 'i was at st mary for 3 days', []],
  ['weight at a percentile', 'weight is at eighty percent', []],
  ['a stage', 'stage 3 close to the margin', []],
  ['a decade', 'for a decade 5 of us', []],
];

describe('ADDRESS is one span from house number to postal code', () => {
  it.each(written)('%s', (_why, text, finds) => {
    expect(found(addressRecognizer, text)).toEqual(finds);
  });
});

describe('ADDRESS is found as it is spoken (design D2)', () => {
  it.each(spoken)('%s', (_why, text, finds) => {
    expect(found(addressRecognizer, text)).toEqual(finds);
  });
});

describe('the question decides what a bare answer is', () => {
  it.each(asked)('%s', (_why, text, finds, question) => {
    expect(found(addressRecognizer, text, question)).toEqual(finds);
  });
});

const usage: readonly Case[] = [
  ['minutes used', 'Your organization has used 90% of its 1000 monthly minutes.', []],
  ['credits', 'the team is down to its 500 free credits', []],
  ['messages', "you're at 2000 unread messages", []],
  ['tokens', "we're at 8000 prompt tokens", []],
  ['steps', "i'm at 4000 steps today", []],
  ['calories', "he's at 1800 daily calories", []],
  ['units', 'move to 20 units nightly', []],
  ['people', 'it went from 40 to 60 people', []],
  ['pages', 'get to 300 pages first', []],
  ['percent', "we're at 90 percent already", []],
  ['a version', 'we moved to 12 different versions', []],
  ['calls', 'your plan includes its 250 concurrent calls', []],
  ['sessions', 'get 40 extra sessions', []],
  ['requests', 'come back to 600 hourly requests', []],
  ['licences', "it's 25 active licenses", []],
  ['seats', 'they are on its 12 remaining seats', []],
  ['characters', 'it is limited to its 4000 maximum characters', []],
  ['storage', "it's at 100 available gigabytes", []],
  ['customers', "they're from 30 different customers", []],
  ['users', 'go to 75 monthly users', []],
  ['laps', 'go from 10 laps to 20 laps', []],
  ['entries', 'living with 16 daily entries', []],
];

const placed: readonly Case[] = [
  ['a city like a cue', 'i live at 12 main street mobile 36602', ['12 main street mobile 36602']],
  ['a street like a cue', 'i live at 12 bank street', ['12 bank street']],
];

describe('what is used up or counted is no address (spec, rule 13)', () => {
  it.each([...usage, ...placed])('%s', (_why, text, finds) => {
    expect(found(addressRecognizer, text)).toEqual(finds);
  });
});

describe('what only looks like an address is left alone', () => {
  it.each(nearMisses)('%s', (_why, text, finds) => {
    expect(found(addressRecognizer, text)).toEqual(finds);
  });
});
