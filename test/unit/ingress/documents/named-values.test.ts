import { describe, expect, it } from 'vitest';
import { documentsOf, type Layout, unreadFields } from '../../../support/invented-documents.ts';

const layouts: readonly Layout[] = [
  {
    layout: 'labels on lines, values below each other',
    write: ({ last, first, born, mrn }) =>
      `Record 1\nLast Name:  ${last}\nFirst Name: ${first}\nDOB:        ${born[1]}/${born[2]}/${born[0]}\nMRN:        ${mrn}\nStatus:     Active`,
    holds: ['last', 'first', 'dob', 'mrn'],
  },
  {
    layout: 'arguments of a query',
    write: ({ last, first, born }) =>
      `query { patients(lastName: "${last}", firstName: "${first}", birthDate: "${born.join('-')}") { id status } }`,
    holds: ['last', 'first', 'dob'],
  },
  {
    layout: 'an input object',
    write: ({ last, first, mrn }) =>
      `mutation { updatePatient(input: {name: {family: "${last}", given: ["${first}"]}, mrn: "${mrn}"}) { ok } }`,
    holds: ['last', 'mrn'],
  },
  {
    layout: 'a dict',
    write: ({ last, first, born, mrn }) =>
      `{'last_name': ${last.includes("'") ? `"${last}"` : `'${last}'`}, 'first_name': '${first}', 'dob': datetime.date(${born.map(Number).join(', ')}), 'mrn': '${mrn}', 'active': True, 'balance': Decimal('20.00')}`,
    holds: ['last', 'first', 'mrn'],
  },
  {
    layout: 'a dataclass',
    write: ({ last, first, zip, phone }) =>
      `Patient(first_name='${first}', last_name=${last.includes("'") ? `"${last}"` : `'${last}'`}, address=Address(zip_code='${zip}', state='MA'), phone='${phone.join('-')}', visits=3)`,
    holds: ['last', 'first', 'zip', 'phone'],
  },
  {
    layout: 'a date of birth in a dataclass',
    write: ({ last, born }) =>
      `Member(surname="${last}", date_of_birth=datetime.date(${born.map(Number).join(', ')}))`,
    holds: ['last'],
  },
  {
    layout: 'keys on lines',
    write: ({ last, first, born, mrn, city }) =>
      `patient:\n  last_name: ${last}\n  first_name: ${first}\n  date_of_birth: ${born.join('-')}\n  mrn: ${mrn}\n  city: ${city}\nstatus: active`,
    holds: ['last', 'first', 'dob', 'mrn', 'city'],
  },
];

describe('names with values: each field has the meaning of its notation (design D48)', () => {
  it.each(documentsOf(layouts))('$layout', (document) => {
    expect(unreadFields(document)).toEqual([]);
  });
});
