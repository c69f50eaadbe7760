import { describe, expect, it } from 'vitest';
import { documentsOf, type Layout, unreadFields } from '../../../support/invented-documents.ts';

const layouts: readonly Layout[] = [
  {
    layout: 'labels and values of a class',
    write: ({ last, first, mrn }) =>
      `<div class="card"><span class="label">Last name</span><span class="value">${last}</span><span class="label">First name</span><span class="value">${first}</span><p class="a" style="b">MRN</p><p class="c">${mrn}</p></div>`,
    holds: ['last', 'first', 'mrn'],
  },
  {
    layout: 'a patient',
    write: ({ last, first, born, mrn, phone, street, city, zip }) =>
      `<Patient xmlns="http://hl7.org/fhir"><id value="example"/><identifier><type><text value="MRN"/></type><value value="${mrn}"/></identifier><name><use value="official"/><family value="${last}"/><given value="${first}"/></name><telecom><system value="phone"/><value value="(${phone[0]}) ${phone[1]} ${phone[2]}"/></telecom><birthDate value="${born.join('-')}"/><address><line value="${street}"/><city value="${city}"/><postalCode value="${zip}"/></address></Patient>`,
    holds: ['last', 'first', 'dob', 'mrn', 'phone', 'street', 'city', 'zip'],
  },
  {
    layout: 'indented, with a contact, amid words',
    write: ({ last, first, born, phone }) =>
      `Result:\n<Patient>\n  <contact>\n    <name>\n      <family value="${last}"/>\n      <given value='${first}'/>\n    </name>\n    <telecom>\n      <system value='phone'/>\n      <value value='${phone.join('-')}'/>\n    </telecom>\n  </contact>\n  <birthDate value='${born.join('-')}'/>\n</Patient>\nThat is all.`,
    holds: ['last', 'first', 'dob', 'phone'],
  },
  {
    layout: 'a record target',
    write: ({ last, first, born, mrn, phone, street, city, zip }) =>
      `<recordTarget><patientRole><id extension="${mrn}" root="2.16.840.1.113883.19.5"/><addr use="HP"><streetAddressLine>${street}</streetAddressLine><city>${city}</city><state>MA</state><postalCode>${zip}</postalCode></addr><telecom value="tel:+1-${phone.join('-')}" use="HP"/><patient><name use="L"><given>${first}</given><family>${last}</family></name><birthTime value="${born.join('')}"/></patient></patientRole></recordTarget>`,
    holds: ['last', 'first', 'dob', 'mrn', 'phone', 'street', 'city', 'zip'],
  },
  {
    layout: 'elements of a program',
    write: ({ last, first, born, mrn, email }) =>
      `<?xml version="1.0"?><Response><Person><LastName>${last}</LastName><FirstName>${first}</FirstName><DateOfBirth>${born.join('-')}</DateOfBirth><MedicalRecordNumber>${mrn}</MedicalRecordNumber><EmailAddress>${email}</EmailAddress></Person></Response>`,
    holds: ['last', 'first', 'dob', 'mrn', 'email'],
  },
  {
    layout: 'attributes of a program',
    write: ({ last, first, born, ssn }) =>
      `<row patient_last_name="${last}" patient_first_name="${first}" dob="${born[1]}/${born[2]}/${born[0]}" ssn="${ssn}" balance="12.50"/>`,
    holds: ['last', 'first', 'dob', 'ssn'],
  },
  {
    layout: 'a table with a header',
    write: ({ last, first, born, mrn }) =>
      `<table><thead><tr><th>MRN</th><th>Last name</th><th>First name</th><th>DOB</th></tr></thead><tbody><tr><td>${mrn}</td><td>${last}</td><td>${first}</td><td>${born[1]}/${born[2]}/${born[0]}</td></tr></tbody></table>`,
    holds: ['last', 'first', 'dob', 'mrn'],
  },
  {
    layout: 'a table with labels',
    write: ({ last, first, born, phone }) =>
      `<table>\n<tr><td><b>Last name:</b></td><td>${last}</td></tr>\n<tr><td><b>First name:</b></td><td>${first}</td></tr>\n<tr><td><b>Date of birth:</b></td><td>${born.join('-')}</td></tr>\n<tr><td><b>Phone:</b></td><td>${phone.join('.')}</td></tr>\n<tr><td><b>Status:</b></td><td>active</td></tr></table>`,
    holds: ['last', 'first', 'dob', 'phone'],
  },
  {
    layout: 'a form and a list',
    write: ({ last, first, mrn }) =>
      `<form><input type="text" name="last_name" value="${last}"><input name="first_name" value="${first}"></form><dl><dt>MRN</dt><dd>${mrn}</dd></dl>`,
    holds: ['last', 'first', 'mrn'],
  },
];

describe('XML and HTML: each field has the meaning of its notation (design D48)', () => {
  it.each(documentsOf(layouts))('$layout', (document) => {
    expect(unreadFields(document)).toEqual([]);
  });
});
