import { describe, expect, it } from 'vitest';
import { documentsOf, type Layout, unreadFields } from '../../../support/invented-documents.ts';

const layouts: readonly Layout[] = [
  {
    layout: 'a query amid a sentence',
    write: ({ last, first, born, mrn }) =>
      `I opened https://ehr.example.com/find?last_name=${last}&first_name=${first}&dob=${born.join('-')}&mrn=${mrn} for you.`,
    holds: ['last', 'first', 'dob', 'mrn'],
  },
  {
    layout: 'form data',
    write: ({ last, first, born, email }) =>
      `last_name=${encodeURIComponent(last)}&first_name=${first}&date_of_birth=${born[1]}%2F${born[2]}%2F${born[0]}&email=${encodeURIComponent(email)}&submit=1`,
    holds: ['first', 'dob', 'email'],
  },
  {
    layout: 'Last_First_date_number',
    write: ({ last, first, born, mrn }) =>
      `Saved as /scans/${last}_${first}_${born.join('')}_${mrn}.pdf today.`,
    holds: ['last', 'first', 'dob', 'mrn'],
  },
  {
    layout: 'words of files around a name',
    write: ({ last, first, born }) =>
      `\\\\nas\\lab\\${last}-${first}-${born.join('-')}-MRI-Report.dcm`,
    holds: ['last', 'first', 'dob'],
  },
];

describe('links and paths of files: each field has the meaning of its notation (design D48)', () => {
  it.each(documentsOf(layouts))('$layout', (document) => {
    expect(unreadFields(document)).toEqual([]);
  });
});
