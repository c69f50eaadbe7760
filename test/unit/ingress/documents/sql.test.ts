import { describe, expect, it } from 'vitest';
import { documentsOf, type Layout, unreadFields } from '../../../support/invented-documents.ts';

const layouts: readonly Layout[] = [
  {
    layout: 'LIKE',
    write: ({ first, ssn }) =>
      `SELECT * FROM patients WHERE first_name ILIKE '${first}' OR ssn LIKE '${ssn}'`,
    holds: ['first', 'ssn'],
  },
  {
    layout: 'INSERT with two rows',
    write: ({ last, first, born, mrn }) =>
      `INSERT INTO patients (last_name, first_name, dob, mrn) VALUES ('${last.replace("'", "''")}', '${first}', '${born.join('-')}', ${mrn}), ('Doe', 'Jo', NULL, 1);`,
    holds: ['first', 'dob', 'mrn'],
  },
  {
    layout: 'WHERE and SET',
    write: ({ last, first, ssn }) =>
      `UPDATE patients SET first_name = '${first}', ssn='${ssn}' WHERE lower(p.last_name) = '${last.replace("'", "''")}' AND p.first_name='${first}'`,
    holds: ['first', 'ssn'],
  },
  {
    layout: 'result of psql',
    write: ({ last, first, born }) =>
      ` last_name    | first_name | date_of_birth \n--------------+------------+---------------\n ${last} | ${first}     | ${born.join('-')}\n(1 row)`,
    holds: ['last', 'first', 'dob'],
  },
  {
    layout: 'result of mysql',
    write: ({ last, first, mrn }) =>
      `+-----------+------------+--------+\n| surname | first_name | mrn |\n+-----------+------------+--------+\n| ${last} | ${first} | ${mrn} |\n+-----------+------------+--------+`,
    holds: ['last', 'first', 'mrn'],
  },
];

describe('SQL: each field has the meaning of its notation (design D48)', () => {
  it.each(documentsOf(layouts))('$layout', (document) => {
    expect(unreadFields(document)).toEqual([]);
  });
});
