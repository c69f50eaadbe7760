import { describe, expect, it } from 'vitest';
import {
  documentsOf,
  type InventedPerson,
  type Layout,
  unreadFields,
} from '../../../support/invented-documents.ts';

const pid = ({ last, first, born, mrn, ssn, phone, street, city, zip }: InventedPerson) =>
  `PID|1||${mrn}^^^CLINIC^MR||${last.toUpperCase()}^${first.toUpperCase()}^^^||${born.join('')}|F|||${street.toUpperCase()}^^${city.toUpperCase()}^MA^${zip}||(${phone[0]})${phone[1]}-${phone[2]}^PRN^PH||||||${ssn}`;
const msh = 'MSH|^~\\&|ADT|CLINIC|EHR|CLINIC|202401101200||ADT^A04|MSG00001|P|2.5.1';
const pidHolds = ['last', 'first', 'dob', 'mrn', 'ssn', 'phone', 'street', 'city', 'zip'] as const;

const layouts: readonly Layout[] = [
  {
    layout: 'a message with carriage returns',
    write: (person) => [msh, 'EVN|A04|202401101200', pid(person), 'PV1|1|O|CARD^2^1'].join('\r'),
    holds: pidHolds,
  },
  {
    layout: 'one segment amid a sentence',
    write: (person) => `The interface returned ${pid(person)} and then closed.`,
    holds: pidHolds,
  },
  {
    layout: 'next of kin, guarantor and insurance with CRLF',
    write: ({ last, first, street, city, zip, phone, plan, born, ssn }) =>
      [
        msh,
        `NK1|1|${last}^${first}|SPO|${street}^^${city}^OR^${zip}|^PRN^PH^^1^${phone[0]}^${phone[1]}${phone[2]}`,
        `GT1|1||${last}^${first}||${street}^^${city}^OR^${zip}|${phone.join('')}||${born.join('')}|F||SLF|${ssn}`,
        `IN1|1|PPO|AETNA|Aetna|PO Box 981106^^El Paso^TX^79998|||||||||||${last}^${first}|SLF|${born.join('')}||||||||||||||||||${plan}`,
      ].join('\r\n'),
    holds: ['last', 'first', 'street', 'city', 'zip', 'plan', 'dob', 'ssn'],
  },
  {
    layout: 'guarantor with an employer',
    write: ({ last, first, employer }) =>
      `${msh}\rGT1|1||${last}^${first}|||||||||||||${employer}|`,
    holds: ['last', 'first', 'employer'],
  },
  {
    layout: 'own separators',
    write: ({ last, first, born, mrn }) =>
      `MSH#*~\\&#ADT#X\nPID#1##${mrn}***C*MR##${last}*${first}##${born.join('')}#M`,
    holds: ['last', 'first', 'dob', 'mrn'],
  },
  {
    layout: 'in a string of JSON that is cut off',
    write: (person) =>
      `{"status":"ok","raw":"${msh.replaceAll('\\', '\\\\')}\\r${pid(person)}\\rPV1|1|O`,
    holds: pidHolds,
  },
];

describe('HL7 v2: each field has the meaning of its notation (design D48)', () => {
  it.each(documentsOf(layouts))('$layout', (document) => {
    expect(unreadFields(document)).toEqual([]);
  });
});
