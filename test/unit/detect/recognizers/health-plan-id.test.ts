import { describe, expect, it } from 'vitest';
import { healthPlanIdRecognizer } from '../../../../server/detect/recognizers/health-plan-id.ts';
import { type Case, found } from './found.ts';

const cases: readonly Case[] = [
  ['Medicare number by grammar', '1EG4-TE5-MK73', ['1EG4-TE5-MK73']],
  ['Medicare number read in its parts', 'the card: 1EG4, TE5, MK73.', ['1EG4, TE5, MK73']],
  [
    'Medicare number in parts with talk',
    '1EG4, then TE5, then MK73.',
    ['1EG4, then TE5, then MK73'],
  ],
  ['Medicare number by name', 'my medicare number is 1EG4TE5MK73', ['1EG4TE5MK73']],
  [
    'spoken',
    'medicare number one e g four t e five m k seven three',
    ['one e g four t e five m k seven three'],
  ],
  ['Medicaid', 'medicaid id 990217733A', ['990217733A']],
  ['member id', 'member id W2209 18871', ['W2209 18871']],
  ['group', 'group # 55120', ['55120']],
  ['NHS number by name', 'NHS number 943 476 5919', ['943 476 5919']],
  ['NHS number somewhere near', 'for the nhs it is 943 476 5919', ['943 476 5919']],
  ['as answer', 'w220918871', ['w220918871'], 'what is the member id?'],
  ['a medical record is no Medicare', 'medical record 113322', []],
  ['a phone shape of no NHS', 'call 943 476 5919', []],
  ['age for Medicare', 'medicare starts at 65', []],
  ['members of a group', 'the group has 20 members', []],
];

describe('HEALTH_PLAN_ID is found, and what only looks like it is not', () => {
  it.each(cases)('%s', (_why, text, expected, question) => {
    expect(found(healthPlanIdRecognizer, text, question)).toEqual(expected);
  });
});
