import { describe, expect, it } from 'vitest';
import { documentsOf, type Layout, unreadFields } from '../../../support/invented-documents.ts';

const layouts: readonly Layout[] = [
  {
    layout: '271 with its envelope',
    write: ({ last, first, born, plan, street, city, zip }) =>
      `ISA*00*          *00*          *ZZ*PAYER          *ZZ*CLINIC         *240110*1200*^*00501*000000001*0*P*:~GS*HB*PAYER*CLINIC*20240110*1200*1*X*005010X279A1~ST*271*0001~NM1*PR*2*ACME HEALTH*****PI*842610001~NM1*IL*1*${last.toUpperCase()}*${first.toUpperCase()}*Q***MI*${plan}~N3*${street.toUpperCase()}~N4*${city.toUpperCase()}*MA*${zip}~DMG*D8*${born.join('')}*F~EB*1**30~SE*9*0001~`,
    holds: ['last', 'first', 'dob', 'plan', 'street', 'city', 'zip'],
  },
  {
    layout: '837 segments on lines',
    write: ({ last, first, born, plan, ssn, phone }) =>
      [
        `NM1*IL*1*${last}*${first}****MI*${plan}~`,
        `REF*SY*${ssn.replaceAll('-', '')}~`,
        `DMG*D8*${born.join('')}*M~`,
        `PER*IC*${first} ${last}*TE*${phone.join('')}~`,
        'CLM*26463774*100***11:B:1*Y*A*Y*I~',
        'HI*BK:0340*BF:V7389~',
      ].join('\n'),
    holds: ['last', 'first', 'dob', 'plan', 'ssn', 'phone'],
  },
  {
    layout: '834 amid a sentence',
    write: ({ last, first, born, ssn, email }) =>
      `Enrollment says NM1*IL*1*${last}*${first}****34*${ssn.replaceAll('-', '')}~PER*IP**EM*${email}~DMG*D8*${born.join('')}*F~ so she is covered.`,
    holds: ['last', 'first', 'dob', 'ssn', 'email'],
  },
  {
    layout: '835 with the patient of a claim',
    write: ({ last, first, plan }) =>
      `CLP*7722337*1*226*132**12*119932404007801*11*1~NM1*QC*1*${last}*${first}****MI*${plan}~SVC*HC:99214*226*132~`,
    holds: ['last', 'first', 'plan'],
  },
];

describe('X12: each field has the meaning of its notation (design D48)', () => {
  it.each(documentsOf(layouts))('$layout', (document) => {
    expect(unreadFields(document)).toEqual([]);
  });
});
