import { describe, expect, it } from 'vitest';
import { documentsOf, type Layout, unreadFields } from '../../../support/invented-documents.ts';

const layouts: readonly Layout[] = [
  {
    layout: 'a header and one row',
    write: ({ last, first, born, mrn, zip }) =>
      `last_name,first_name,dob,mrn,zip,copay\n${last},${first},${born.join('-')},${mrn},${zip},20.00`,
    holds: ['last', 'first', 'dob', 'mrn', 'zip'],
  },
  {
    layout: 'quoted cells, CRLF and other columns',
    write: ({ last, first, born, street, city }) =>
      `"Patient ID","Surname","Given Name","Birth Date","Street Address","City","Plan"\r\n"P1","${last}","${first}","${born[1]}/${born[2]}/${born[0]}","${street}","${city}","Gold, with dental"\r\n`,
    holds: ['last', 'first', 'dob', 'street', 'city'],
  },
  {
    layout: 'tabs, amid words',
    write: ({ last, first, phone, email }) =>
      `Here are the rows:\nName\tPhone\tEmail\tBalance\n${first} ${last}\t${phone.join('-')}\t${email}\t14.20\nThat is all.`,
    holds: ['last', 'first', 'phone', 'email'],
  },
  {
    layout: 'a Markdown table',
    write: ({ last, first, born, mrn }) =>
      `| Last Name | First Name | DOB | MRN |\n|---|---|---|---|\n| ${last} | ${first} | ${born.join('-')} | ${mrn} |`,
    holds: ['last', 'first', 'dob', 'mrn'],
  },
];

describe('tables: each field has the meaning of its notation (design D48)', () => {
  it.each(documentsOf(layouts))('$layout', (document) => {
    expect(unreadFields(document)).toEqual([]);
  });
});
