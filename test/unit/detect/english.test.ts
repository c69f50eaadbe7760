import { describe, expect, it } from 'vitest';
import { supportedKinds } from '../../../server/detect/index.ts';
import { heard, type Said } from './heard.ts';
import { policyOf } from './policies.ts';

const policy = policyOf([...supportedKinds]);

const withValues: Readonly<Record<string, readonly Said[]>> = {
  'a house number with a half, and units said in a sentence': [
    "it's [forty one and a half cedar street]",
    'we are at [209 1/2 West Fifth Street], upstairs',
    'my address is [three oh six and one half elm street]',
    '[804 half Kern Street]',
    'it is [seventeen county road double f] past the mill',
    'I moved to [18 Larch St, upper unit].',
    'So that is [1220 and a half Bonita Drive, Torrance, 90505]. Correct?',
    '[nine oh one pine street the apartment is three b]',
    '[31 Weller Road, my unit number is 6]',
    "[77 carver street it's apartment four c]",
    '[twelve forty southwest ninth avenue the the building is number four] in hialeah',
  ],
  'a code with letters by example': [
    'member id is [four four one as in tango two two nine]',
    'policy number is [x like x-ray q like queen four four oh two]',
    'my member id is [six one then t like tango then four four oh]',
    'claim number [k kilo seven two two nine]',
  ],
  'digits that sound like words': [
    'my social is [one three oh for six too seven nine five]',
    'call me at [two one five five five five oh won oh too]',
  ],
  'the first part of a telephone number that is echoed': [
    'what number can I reach you at? >> hang on let me write that down [four oh four] what',
    'your phone number? >> [six one nine] go ahead',
  ],
  'a day of the week before a birth date': [
    'when was he born? >> [Sunday, December 1st], at four in the morning',
    'my birthday is [tuesday the third of march nineteen eighty]',
  ],
};

const withoutValue: readonly Said[] = [
  'my glucose was two sixty one then one seventy four then like one forty five',
  'They mailed a 1095-C, and I need the 1099-SA.',
  'the password box wants a symbol',
  "What's the order number? >> For the knee scan, CPT 73718.",
  'they charged me fourteen ninety nine then twenty three fifty and then seven eighty eight',
  'the first was nineteen ninety nine then twelve fifty, that is what they took off my card',
  "one two three four five six seven eight nine ten it's still beeping",
  'the tires are two fifteen fifty five seventeen',
  'billed under c p t nine nine two one four with a modifier twenty five',
  'h c p c s j three three oh one',
  'Take the elevator to the third floor and check in at suite 310.',
  'Our lab is in suite 12, second floor.',
  'Please fill out form 1095-A.',
  'ask for station three',
  'code 99214 with diagnosis E11.9',
  'i ate one and a half pills',
  'an hour and a half to drive',
  'five to six weeks',
];

describe('what English callers say of themselves is hidden', () => {
  for (const [what, said] of Object.entries(withValues)) {
    it.each(said)(`${what}: %s`, (text) => {
      expect(heard(text, policy).hidden).toBe(text.split(' >> ').at(-1));
    });
  }
});

describe('prices, times, counting and codes of medicine stay readable', () => {
  it.each(withoutValue)('%s', (text) => {
    expect(heard(text, policy).kinds).toEqual([]);
  });
});
