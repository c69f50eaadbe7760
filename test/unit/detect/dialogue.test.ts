import { describe, expect, it } from 'vitest';
import { detectRegex, supportedKinds } from '../../../server/detect/index.ts';
import {
  type Detection,
  detectorName,
  type Speaker,
  type Utterance,
} from '../../../server/domain/detection.ts';
import type { Policy } from '../../../server/domain/policy.ts';
import { shadowOf } from '../../../server/normalize/index.ts';
import { defaultKinds, policyOf } from './policies.ts';

type Turn = readonly [who: 'agent' | 'caller', text: string];

const speakers: Readonly<Record<Turn[0], Speaker>> = { agent: 'assistant', caller: 'user' };

function utteranceOf([who, text]: Turn): Utterance {
  return { speaker: speakers[who], text, shadow: shadowOf(text) };
}

function detectTurn(turns: readonly Turn[], at: number, policy: Policy): readonly Detection[] {
  const utterances = turns.map(utteranceOf);
  const before = utterances.slice(0, at).reverse();
  return detectRegex({ utterance: utterances[at] as Utterance, before }, policy);
}

const policy = policyOf(defaultKinds);

/** What is found in each turn, as `KIND text`. */
function heard(turns: readonly Turn[]): string[][] {
  return turns.map(([, text], at) =>
    detectTurn(turns, at, policy).map(
      ({ kind, start, end }) => `${kind} ${text.slice(start, end)}`,
    ),
  );
}

describe('the question decides what a bare answer is', () => {
  it('the question distinguishes a date of birth, a record number and a telephone number', () => {
    expect(
      heard([
        ['agent', "what's your date of birth"],
        ['caller', 'june fourth eighty two'],
        ['agent', 'thank you and your medical record number'],
        ['caller', 'four nine two eight three three'],
        ['agent', 'and a phone number'],
        ['caller', 'five five five oh one two three'],
      ]),
    ).toEqual([
      [],
      ['DOB june fourth eighty two'],
      [],
      ['MRN four nine two eight three three'],
      [],
      ['PHONE five five five oh one two three'],
    ]);
  });

  it('four digits in an answer are the last four that were asked for', () => {
    expect(
      heard([
        ['agent', 'can I get the last four of your social'],
        ['caller', "sure it's forty two ninety"],
      ])[1],
    ).toEqual(['SSN forty two ninety']);
  });

  it('a caller who says a number does not ask for it', () => {
    expect(
      heard([
        ['caller', 'ssn 4290'],
        ['agent', 'your balance is 808 in credit'],
        ['caller', 'i just want to transfer 500 please'],
      ]),
    ).toEqual([['SSN 4290'], [], []]);
  });

  it('the numbers of an ordinary answer are left alone', () => {
    expect(
      heard([
        ['agent', 'what brings you in today'],
        ['caller', 'pain for two weeks, and I take twenty five milligrams of it twice a day'],
        ['agent', "what's your blood pressure"],
        ['caller', 'one twenty over eighty this morning at nine thirty'],
        ['agent', 'how tall are you'],
        ['caller', 'five foot eleven and one ninety pounds'],
      ]).flat(),
    ).toEqual([]);
  });
});

describe('a value said over several turns is masked in each', () => {
  it('the number on the back of a card, asked for in Spanish', () => {
    expect(
      heard([
        ['agent', 'y los tres números de atrás'],
        ['caller', 'tres seis cinco'],
        ['agent', 'gracias señora su código es siete cuatro uno be'],
      ]),
    ).toEqual([[], ['ACCOUNT tres seis cinco'], ['ACCOUNT siete cuatro uno be']]);
  });

  it('a date said as month, then year, then read back is masked in every turn', () => {
    expect(
      heard([
        ['agent', 'could you tell me your date of birth please'],
        ['caller', 'may'],
        ['agent', 'and the year?'],
        ['caller', 'nineteen ninety two'],
        ['agent', 'so may nineteen ninety two'],
      ]),
    ).toEqual([[], ['DOB may'], [], ['DOB nineteen ninety two'], ['DOB may nineteen ninety two']]);
  });

  it('a number said a few digits at a time is masked in every turn', () => {
    expect(
      heard([
        ['agent', "what's your social"],
        ['caller', 'one two three'],
        ['agent', 'okay'],
        ['caller', 'forty five'],
        ['agent', 'mm-hmm'],
        ['caller', 'six seven eight nine'],
      ]).flat(),
    ).toEqual(['SSN one two three', 'SSN forty five', 'SSN six seven eight nine']);
  });
});

describe('a value said bit by bit is masked to its end', () => {
  it('a value said in parts is masked although each part is acknowledged', () => {
    const turns = heard([
      ['agent', 'can you give me the member id slowly'],
      ['caller', "okay it's k as in kilo"],
      ['agent', 'k'],
      ['caller', 'four four seven'],
      ['agent', 'four four seven'],
      ['caller', 'nine one nine'],
      ['agent', 'go ahead'],
      ['caller', 'two oh three'],
    ]);
    expect(turns[7]).toEqual(['ACCOUNT two oh three']);
  });

  it('a later subject is not taken for the rest of the value', () => {
    const turns = heard([
      ['agent', 'and your date of birth please'],
      ['caller', 'nine nineteen sixty three'],
      ['agent', 'thank you that is all in order'],
      ['caller', 'and how was my sugar'],
      ['agent', 'a bit high this time'],
      ['caller', 'oh no'],
      ['agent', 'your fasting sugar came to about that'],
      ['caller', 'and before'],
      ['agent', 'six point nine in october'],
    ]);
    expect(turns[8]).toEqual([]);
  });
});

describe('a corrected value is masked with its correction', () => {
  it('a corrected year of birth is masked with its correction', () => {
    expect(
      heard([
        ['agent', 'date of birth?'],
        ['caller', 'nineteen ninety two, of nineteen ninety, sorry'],
      ])[1],
    ).toEqual(['DOB nineteen ninety two', 'DOB nineteen ninety']);
  });

  it('a telephone number that was broken off is masked with its correction', () => {
    expect(
      heard([
        ['agent', 'what is the best number to reach you'],
        ['caller', 'two oh six five five sorry two oh six five five five oh one four seven'],
      ])[1],
    ).toEqual(['PHONE two oh six five five', 'PHONE two oh six five five five oh one four seven']);
  });
});

describe('pass regex (spec, rule 2)', () => {
  const spans = (text: string, kinds: Policy): string[] =>
    detectTurn([['caller', text]], 0, kinds).map(
      ({ kind, start, end }) => `${kind} ${text.slice(start, end)}`,
    );

  it('a detection in the shadow maps to the spoken words', () => {
    expect(spans('it is mary um dot smith at example dot com okay', policy)).toEqual([
      'EMAIL mary um dot smith at example dot com',
    ]);
  });

  it('the regex pass finds written and spoken values in one text', () => {
    expect(
      spans('call 919-555-0142 or nine one nine five five five oh one four three', policy),
    ).toEqual(['PHONE 919-555-0142', 'PHONE nine one nine five five five oh one four three']);
  });

  it('the regex pass runs no recognizer of a kind that is disabled, has no regex, or is not in the policy', () => {
    const text = 'ssn 123-45-6789, kim@example.com, 192.0.2.44';
    expect(spans(text, policyOf(['SSN'], { SSN: { enabled: false } }))).toEqual([]);
    expect(spans(text, policyOf(['EMAIL'], { EMAIL: { regex: false } }))).toEqual([]);
    expect(spans(text, policyOf(['IP_ADDRESS']))).toEqual(['IP_ADDRESS 192.0.2.44']);
  });

  it('a detection names its recognizer as detector', () => {
    const found = detectTurn([['caller', '192.0.2.44 at 919-555-0142']], 0, policy);
    expect(found.map(detectorName)).toEqual(['regex.ip_address', 'regex.phone']);
  });

  it('every kind of the shipped policies is supported (design D9)', () => {
    const strict =
      'FAX DATE AGE_OVER_89 LOCATION ORGANIZATION ZIP HEALTH_PLAN_ID CREDIT_CARD IBAN LICENSE VEHICLE_ID DEVICE_ID URL SECRET';
    expect(supportedKinds).toEqual(new Set([...defaultKinds, ...strict.split(' ')]));
  });
});

describe('an escape of JSON that is cut off', () => {
  it('an escape is read as its sign, and its letters are no identifier', () => {
    const turn = (text: string) => heard([['agent', text]])[0];
    expect(turn(String.raw`["my e\u2011mail address is\nzed@example.com`)).toEqual([
      'EMAIL zed@example.com',
    ]);
  });
});
