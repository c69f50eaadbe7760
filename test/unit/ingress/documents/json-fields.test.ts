import { describe, expect, it } from 'vitest';
import { documentsOf, type Layout, unreadFields } from '../../../support/invented-documents.ts';

const layouts: readonly Layout[] = [
  {
    layout: 'rows with their columns next to them',
    write: ({ last, first, mrn, city }) =>
      JSON.stringify({
        columns: ['last_name', 'first_name', 'mrn', 'city'],
        rows: [[last, first, Number(mrn), city]],
      }),
    holds: ['last', 'first', 'mrn', 'city'],
  },
  {
    layout: 'rows under a first one that names the columns',
    write: ({ last, first, born }) =>
      JSON.stringify([
        ['surname', 'name', 'dob', 'plan'],
        [last, first, born.join('-'), 'gold'],
      ]),
    holds: ['last', 'first', 'dob'],
  },
  {
    layout: 'fields in parts',
    write: ({ last, first, born, ssn, phone }) =>
      JSON.stringify({
        name: { first, last },
        dob: { y: Number(born[0]), m: Number(born[1]), d: Number(born[2]) },
        ssn: Object.fromEntries(ssn.split('-').map((group, at) => ['abc'[at], group])),
        phone: { area: phone[0], prefix: phone[1], line: phone[2] },
      }),
    holds: ['last', 'first', 'ssn', 'phone'],
  },
  {
    layout: 'FHIR patient',
    write: ({ last, first, born, mrn, phone, email, street, city, zip }) =>
      JSON.stringify({
        resourceType: 'Patient',
        identifier: [{ type: { coding: [{ code: 'MR' }] }, value: mrn }],
        name: [{ use: 'official', family: last, given: [first] }],
        telecom: [
          { system: 'phone', value: phone.join('-') },
          { system: 'email', value: email },
        ],
        birthDate: born.join('-'),
        address: [{ line: [street], city, postalCode: zip }],
      }),
    holds: ['last', 'first', 'dob', 'mrn', 'phone', 'email', 'street', 'city', 'zip'],
  },
  {
    layout: 'where a person works',
    write: ({ last, employer }) =>
      JSON.stringify({ last_name: last, job: { employer_name: employer } }),
    holds: ['last', 'employer'],
  },
  {
    layout: 'fields with neighbours that name them',
    write: ({ last, first, born }) =>
      JSON.stringify({
        answers: [
          { field: 'last_name', value: last },
          { field: 'first_name', value: first },
          { field: 'dob', value: born.join('-') },
        ],
      }),
    holds: ['last', 'first', 'dob'],
  },
];

describe('fields of JSON: each field has the meaning of its notation (design D48)', () => {
  it.each(documentsOf(layouts))('$layout', (document) => {
    expect(unreadFields(document)).toEqual([]);
  });
});
