import { describe, expect, it } from 'vitest';
import { supportedKinds } from '../../../server/detect/index.ts';
import { heard, type Said } from './heard.ts';
import { defaultKinds, policyOf } from './policies.ts';

const two: readonly Said[] = [
  'my numbers are [two oh two five five five oh one four three] [four one three five five five oh one nine eight]',
  'my number is [2025550143] [4135550198]',
  'my number is [2025550143][4135550198]',
  'my number is [202-555-0143] [413-555-0198]',
  'call [202 555 0143] [413 555 0198]',
  'call [(202) 555-0143], [(413) 555-0198]',
  'what is your telephone number? >> [202 555 0143] [555 0198]',
  'my phone number is [202 555 0143], [555 0198]',
  "it's [two oh two, five five five, oh one four three], [four one three, five five five, oh one nine eight]",
  'it is [two oh two five five five oh one four three], um, [four one three five five five oh one nine eight]',
  'mi número es [dos cero dos cinco cinco cinco cero uno cuatro tres] [cuatro uno tres cinco cinco cinco cero uno nueve ocho]',
  'my numbers are [2025550143] [4135550198] [6175550122]',
  'medical record numbers [44829136] [55918273]',
  'mrn [4482913] [5591827]',
  'my account numbers are [4482913600] [5591827301]',
  'my social is [536 48 1442] [202 555 0143]',
];

const one: readonly Said[] = [
  'my number is [two oh two five five five oh one four three]',
  'my number is [1 202 555 0143]',
  'call [202 555 0143 ext 4135550]',
  'my card is [4111 1111 1111 1111]',
  'my card is [4111111111111111]',
  'la cuenta es [2100 0418 45 0200051332]',
  'the account number is [1234567-7654321]',
  'my member id is [448 291 365 591 827]',
];

describe('two numbers side by side are two values', () => {
  const policies = [policyOf(defaultKinds), policyOf([...supportedKinds])];

  it.each(two)('%s', (said) => {
    for (const policy of policies)
      expect(heard(said, policy).hidden).toBe(said.split(' >> ').at(-1));
  });

  it.each(one)('%s is one', (said) => {
    for (const policy of policies) expect(heard(said, policy).hidden).toBe(said);
  });
});
