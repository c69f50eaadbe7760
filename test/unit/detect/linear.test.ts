import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';
import { patterns as account } from '../../../server/detect/recognizers/account/account.ts';
import { patterns as creditCard } from '../../../server/detect/recognizers/account/credit-card.ts';
import { patterns as iban } from '../../../server/detect/recognizers/account/iban.ts';
import { patterns as otherId } from '../../../server/detect/recognizers/account/other-id.ts';
import { patterns as address } from '../../../server/detect/recognizers/address/address.ts';
import { patterns as location } from '../../../server/detect/recognizers/address/location.ts';
import { patterns as zip } from '../../../server/detect/recognizers/address/zip.ts';
import { patterns as age } from '../../../server/detect/recognizers/age.ts';
import { patterns as date } from '../../../server/detect/recognizers/date/date.ts';
import { patterns as dob } from '../../../server/detect/recognizers/date/dob.ts';
import { patterns as deviceId } from '../../../server/detect/recognizers/device-id.ts';
import { patterns as email } from '../../../server/detect/recognizers/email.ts';
import { patterns as healthPlanId } from '../../../server/detect/recognizers/health-plan-id.ts';
import { patterns as ipAddress } from '../../../server/detect/recognizers/ip-address.ts';
import { patterns as license } from '../../../server/detect/recognizers/license.ts';
import { patterns as mrn } from '../../../server/detect/recognizers/mrn.ts';
import { recognizers } from '../../../server/detect/recognizers/registry.ts';
import { patterns as secret } from '../../../server/detect/recognizers/secret.ts';
import { patterns as ssn } from '../../../server/detect/recognizers/ssn.ts';
import {
  faxPatterns as fax,
  patterns as phone,
} from '../../../server/detect/recognizers/telephone/phone.ts';
import { patterns as url } from '../../../server/detect/recognizers/url.ts';
import { patterns as vehicleId } from '../../../server/detect/recognizers/vehicle-id.ts';
import { cpuMsOf } from '../../support/cpu-time.ts';

const byRecognizer = [
  account,
  address,
  age,
  creditCard,
  date,
  deviceId,
  dob,
  email,
  fax,
  healthPlanId,
  iban,
  ipAddress,
  license,
  location,
  mrn,
  otherId,
  phone,
  secret,
  ssn,
  url,
  vehicleId,
  zip,
];

/**
 * Limits by steps, never by the clock, so that a busy machine changes no verdict. A pattern that is
 * quadratic on 100,000 characters takes more steps than the attack limit; bounded repeats do not.
 */
const budget = {
  timeout: 100_000,
  attackTimeout: null,
  incubationTimeout: null,
  attackLimit: 1_000_000_000,
  maxAttackStringSize: 100_000,
  maxIteration: 3,
  maxGenerationSize: 30,
  maxInitialGenerationSize: 100,
  mutationSize: 15,
  crossoverSize: 8,
};

const distinct = new Map(byRecognizer.flat().map((pattern) => [`${pattern}`, pattern]));

describe('every recognizer pattern is matched in linear time', () => {
  it('knows the patterns of every recognizer', () => {
    expect(byRecognizer).toHaveLength(recognizers.length);
  });

  it.each([...distinct.values()].map((pattern) => ({ pattern })))('$pattern', ({ pattern }) => {
    const { status } = checkSync(pattern.source, pattern.flags.replace('d', ''), budget);

    expect(status).toBe('safe');
  });
});

const units = {
  digits: '7',
  'single digits': '4 ',
  'dashed digits': '1-',
  blanks: ' ',
  'line ends': '\n',
  'at signs': '@',
  dots: '.',
  'letters and at signs': 'a@',
  'letters and dots': 'a.',
  letters: 'x',
  words: 'abcdefgh ',
  capitals: 'Ab ',
  'number words': 'double ',
  cues: 'account number mrn 4 ',
  cards: '4111 1111 1111 1111 ',
  streets: '12 maple street ',
  announcements: 'address is 12 maple ',
  states: 'new york 10001 ',
  months: 'may 5 ',
  secrets: 'my password is x ',
  'private keys': '-----BEGIN PRIVATE KEY-----',
  'web tokens': 'eyJ0eXAi',
};

const question =
  'your name, date of birth, address, zip code, phone, account number, policy number, mrn, plate number and password?';

function adversarial(unit: string, size: number) {
  const text = unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
  return { text, form: 'written', speaker: 'user', question } as const;
}

describe('all recognizers together stay linear on hostile text', () => {
  it.each(Object.entries(units))('%s', async (_name, unit) => {
    const run = (size: number) =>
      cpuMsOf(() => {
        const view = adversarial(unit, size);
        for (const recognizer of recognizers) recognizer.find(view);
      });
    await run(20_000);
    // Growth with the square would be sixteenfold. Garbage collection may slow any one run.
    const growths: number[] = [];
    while (growths.length < 3 && !growths.some((growth) => growth < 8)) {
      const quarter = await run(100_000);
      growths.push((await run(400_000)) / (quarter + 25));
    }
    expect(Math.min(...growths)).toBeLessThan(8);
  });
});
