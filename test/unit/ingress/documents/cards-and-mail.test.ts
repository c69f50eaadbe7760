import { describe, expect, it } from 'vitest';
import { documentFields } from '../../../../server/ingress/documents/index.ts';
import { documentsOf, type Layout, unreadFields } from '../../../support/invented-documents.ts';

const quoted = (value: string): string => (value.includes("'") ? `"${value}"` : `'${value}'`);

const layouts: readonly Layout[] = [
  {
    layout: 'an ordered dictionary of Python',
    write: ({ last, first, born, mrn }) =>
      `OrderedDict([('last_name', ${quoted(last)}), ('first_name', '${first}'), ('dob', '${born.join('-')}'), ('mrn', '${mrn}'), ('active', True)])`,
    holds: ['last', 'first', 'dob', 'mrn'],
  },
  {
    layout: 'tuples below a tuple of names',
    write: ({ last, first, born, mrn }) =>
      `[('id', 'last_name', 'first_name', 'dob', 'mrn'), (7, ${quoted(last)}, '${first}', '${born.join('-')}', '${mrn}')]`,
    holds: ['last', 'first', 'dob', 'mrn'],
  },
  {
    layout: 'lists of a name and its value',
    write: ({ last, ssn, zip }) =>
      `[['surname', ${quoted(last)}], ['ssn', '${ssn}'], ['zip code', '${zip}'], ['visits', 3]]`,
    holds: ['last', 'ssn', 'zip'],
  },
  {
    layout: 'a vCard',
    write: ({ last, first, born, phone, email, street, city, zip }) =>
      `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:${first} ${last}\r\nN:${last};${first};;;\r\nTEL;TYPE=CELL;VALUE=uri:tel:${phone.join('-')}\r\nitem1.EMAIL;TYPE=HOME:${email}\r\nADR;TYPE=HOME:;;${street};${city};MS;${zip};USA\r\nBDAY:${born.join('-')}\r\nEND:VCARD`,
    holds: ['last', 'first', 'dob', 'phone', 'email', 'street', 'city', 'zip'],
  },
  {
    layout: 'a header of a message with the surname first',
    write: ({ last, email }) => `Reply-To: ${last} <${email}>\nSubject: refill`,
    holds: ['last', 'email'],
  },
  {
    layout: 'a header of a message with the name in brackets',
    write: ({ first, email }) => `To: front desk\nCc: a@example.com, ${email} (${first})\n`,
    holds: ['first', 'email'],
  },
  {
    layout: 'backslashes in values',
    write: ({ last, ssn, mrn }) =>
      `{\\"last_name\\": \\"${last.replace("'", "\\'")}\\", \\"ssn\\": \\"${ssn.replaceAll('-', '\\-')}\\", \\"mrn\\": \\"${mrn}\\"}`,
    holds: ['mrn'],
  },
];

describe('tuples, contact cards and headers of mail: each field has the meaning of its notation (design D48)', () => {
  it.each(documentsOf(layouts))('$layout', (document) => {
    expect(unreadFields(document)).toEqual([]);
  });
});

/** The kinds and texts that a document gives. */
function fieldsOf(text: string): readonly string[] {
  const reading = documentFields(text);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value.map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
  }
}

describe('signs of a program, accents and marks keep no value from being read', () => {
  it.each([
    ['{"last_name": "Pe\\u0301rez"}', 'NAME Pe\\u0301rez'],
    ['{"ssn": "536\\-48\\-1442"}', 'SSN 536\\-48\\-1442'],
    ["last_name='O\\'Daly'", "NAME O\\'Daly"],
    ['{"last_name": "Pe\u0301rez"}', 'NAME Pe\u0301rez'],
    ['Dirección: Calle Roble 12\nPlan: oro', 'ADDRESS Calle Roble 12'],
    ['Direccio\u0301n: Calle Roble 12\nPlan: oro', 'ADDRESS Calle Roble 12'],
  ])('%s', (text, field) => {
    expect(fieldsOf(text)).toContain(field);
  });

  it.each([
    '["first_name", "last_name", "dob"]',
    '("phone", "email")',
    '[("red", "blue"), ("one", "two")]',
    'To: do list\nFrom: here on',
  ])('no value is read where none is: %s', (text) => {
    expect(fieldsOf(text)).toEqual([]);
  });
});
