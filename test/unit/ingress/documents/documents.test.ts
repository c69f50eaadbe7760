import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runToEnd } from '../../../../server/domain/time-slices.ts';
import { documentFields } from '../../../../server/ingress/documents/index.ts';
import { powerOfGrowth } from '../../../support/cpu-time.ts';
import { fieldsIn } from '../../../support/invented-documents.ts';
import { propertyRuns } from '../../../support/property-runs.ts';

const read = (text: string) => runToEnd(documentFields(text));

describe('a document without a person keeps its codes, prices and dates', () => {
  it.each([
    'drug,ndc,strength,price\nMetformin,0093-1048-01,500 mg,4.20\nLisinopril,68180-0513-01,10 mg,3.10',
    'ICD-10: E11.9, I10; CPT: 99213, 83036; LOINC: 4548-4',
    'HI*ABK:E119*ABF:I10~SV1*HC:99213*120*UN*1***1:2~LX*1~EB*1**30**GOLD 2500~',
    'OBX|1|NM|4548-4^Hemoglobin A1c^LN||7.2|%|4.0-5.6|H|||F\rOBR|1|||83036^A1c^C4',
    '<Medication><code><coding><system value="http://www.nlm.nih.gov/research/umls/rxnorm"/><code value="860975"/><display value="metformin"/></coding></code></Medication>',
    '<table><tr><th>Code</th><th>Name</th><th>Price</th></tr><tr><td>99213</td><td>Office visit</td><td>120.00</td></tr></table>',
    "INSERT INTO drugs (name, ndc, price) VALUES ('Metformin', '0093-1048-01', 4.20);",
    '{"name":"Metformin","code":"860975","dose":"500 mg","first":"2026-01-01","last":"2026-02-01"}',
    '{"name":"get_patient","description":"Finds a patient","parameters":{"properties":{"last_name":{"type":"string","description":"The patient\'s last name"},"dob":{"type":"string","format":"date"}},"required":["last_name","dob"]}}',
    'item,quantity,unit\nGauze,10,box\nSyringe,100,piece',
    'const total = price * count; let name: string = "default"; return { id: 4, line: 12 };',
    'Saved as /reports/Lab_Results_Summary_20260110.pdf and /img/scan_12345678.png.',
    'https://clinic.example.com/slots?date=2026-02-03&type=follow-up&page=2',
    'Time | Doctor type | Room\n9:00 | Cardiology | 12\n10:00 | Dermatology | 4',
    'Name: what should I call you? Phone: yes, that one. Address: the same as before.',
  ])('%s', (text) => {
    expect(fieldsIn(text)).toEqual([]);
  });
});

const word = fc.constantFrom(
  'the chart says',
  'ok',
  'result:',
  'and then',
  '\n',
  '\r\n',
  'see below',
  '{',
  '"',
);
const last = fc.stringMatching(/^[A-Z][a-z]{3,9}$/);
const number = fc.stringMatching(/^[1-9][0-9]{6,8}$/);

describe('a field is an exact slice of its text', () => {
  it.each<readonly [string, (name: string, id: string) => string]>([
    ['HL7 v2', (name, id) => `PID|1||${id}^^^C^MR||${name}^A||19580220|F\r`],
    ['HL7 v2 with CRLF', (name, id) => `MSH|^~\\&|A\r\nPID|1||${id}||${name}^A||19580220|F\r\n`],
    ['X12', (name, id) => `NM1*IL*1*${name}*ANN****MI*${id}~`],
    ['XML', (name, id) => `<p><LastName>${name}</LastName><Mrn>${id}</Mrn></p>`],
    ['FHIR XML', (name, id) => `<name><family value="${name}"/></name><mrn value='${id}'/>`],
    ['Python', (name, id) => `Patient(last_name='${name}', mrn=${id})`],
    ['SQL', (name, id) => `INSERT INTO p (last_name, mrn) VALUES ('${name}', '${id}');`],
    ['a path', (name, id) => `/scans/${name}_Annbell_${id}.pdf`],
  ])('%s amid other words', (_notation, write) => {
    fc.assert(
      fc.property(word, last, number, word, (before, name, id, after) => {
        const text = `${before} ${write(name, id)} ${after}`;
        const values = read(text).map(({ start, end }) => text.slice(start, end));
        expect(values).toEqual(expect.arrayContaining([name, id]));
      }),
    );
  });

  it('fields lie in the text, in order, and none covers another', () => {
    const piece = fc.constantFrom(
      ...[
        'PID|',
        'NM1*IL*1*',
        'last_name',
        'dob',
        '=',
        ':',
        "'",
        '"',
        '<td>',
        '</td>',
        '<tr>',
        '<a ',
        '/>',
      ],
      ...[
        'values',
        'insert into p (',
        ')',
        '(',
        ',',
        '|',
        '~',
        '^',
        '\n',
        '\r',
        '\\',
        'Lee',
        '19580220',
        '448291',
        '.pdf',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        let done = 0;
        for (const { start, end } of read(text)) {
          expect(start).toBeGreaterThanOrEqual(done);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
          done = end;
        }
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('a long document is cut into pieces, and each piece has its own part of the fields', () => {
    const rows = Array.from(
      { length: 400 },
      (_, no) => `Tester${'abcdefghij'[no % 10]},${1_000_000 + no},x`,
    );
    const text = `last_name,mrn,note\n${rows.join('\n')}`;
    const fields = fieldsIn(text);
    expect(fields).toHaveLength(800);
    expect(fields.at(-1)).toEqual(['MRN', '1000399']);
  });
});

describe('reading a text takes time in proportion to its length', () => {
  it.each([
    ...[
      'PID|',
      'PID||^~',
      'NM1*',
      'ISA*',
      'MSH|^~',
      '<',
      '<a b="',
      '<td>',
      '</td>',
      '<tr><td>',
      "dob='",
      'dob:{',
    ],
    ...[
      'last_name: ',
      'a,b\n',
      'last_name,dob\n',
      'insert into a (dob) values (',
      "('',",
      'Lee_Ann_19580220_',
    ],
    ...["dob=\\'", 'date of birth: ', 'dob=date(', '"', 'x.pdf ', '&#', 'dob=Aaaa('],
  ])('%j', async (unit) => {
    const readOf = (length: number) =>
      read(unit.repeat(Math.ceil(length / unit.length)).slice(0, length));
    expect(await powerOfGrowth(readOf, 10_000, 100_000)).toBeLessThan(1.5);
  });
});
