import { type DocumentField, fieldAt } from './document-field.ts';
import { tableRows } from './table-rows.ts';

/**
 * Names of fields in JSON, XML, tables, SQL and code, and what they hold. Case, blanks and signs between words do
 * not count: `last name` is also `last_name`, `LastName` and `LAST-NAME`. Words in front that say whose it is
 * (`ownerWords`) do not count either.
 */
export const fieldNames = `
NAME            last name, surname, family name, lname, lastnm, apellido, apellidos, name last, name family
NAME            first name, given name, forename, christian name, fname, firstnm, nombre, name first, name given
NAME            middle name, second name, mname, name middle, middle initial
NAME            maiden name, birth name, former name, previous name, alias name
NAME            full name, legal name, preferred name, display name, nickname, nick name, fullname, name full
NAME            emergency contact, next of kin, guarantor, policyholder, policy holder, responsible party
DOB             dob, date of birth, birth date, birthdate, birthday, birth dt, dob dt, birth time, bdate, born, born on
DOB             fecha de nacimiento, date birth, birth, bday
SSN             ssn, social security, social security number, social security no, ssn number, soc sec no
MRN             mrn, medical record number, medical record no, medical record, mr number, chart number, chart no, mrn number
MRN             patient id, patient number, patient no, pat id, pt id, patient identifier, record number
HEALTH_PLAN_ID  member id, member number, subscriber id, subscriber number, insurance id, insurance number, policy number
HEALTH_PLAN_ID  policy no, policy id, group number, medicare id, medicare number, mbi, medicaid id, medicaid number, insured id
HEALTH_PLAN_ID  health plan id, beneficiary id, insurance policy number, plan member id
ACCOUNT         account number, account no, acct number, acct no, account id, acct, claim number, claim id, claim no
ACCOUNT         routing number, bank account
ADDRESS         address, street address, street, address line, address line 1, address line 2, address 1, address 2
ADDRESS         addr, addr 1, addr 2, street 1, street 2, line 1, line 2, mailing address, street line, street name
ADDRESS         street address line, direccion, postal address, address full
LOCATION        city, town, county, ciudad, municipality, birth place, place of birth
ORGANIZATION    employer, employer name, workplace, place of work, school, school name, empleador, patrono, escuela
ZIP             zip, zip code, zipcode, postal code, postcode, postal, codigo postal
PHONE           phone, phone number, phone no, telephone, telephone number, tel, mobile, mobile number, mobile phone
PHONE           cell, cell phone, cell number, phone home, phone work, phone mobile, phone cell, contact number, telefono
PHONE           ph, ph no, callback number, call back number, caller id, ani, msisdn, phone e164
FAX             fax, fax number, fax no
CONTACT         telecom
EMAIL           email, e mail, email address, mail address, correo, email id
LICENSE         license number, licence number, driver license, drivers license, driver license number, dl number, passport
LICENSE         passport number
IP_ADDRESS      ip, ip address, client ip, remote addr
`;

/**
 * Names that say what they hold only below a name that says whose it is: kind, names, and behind `below` the names of
 * the objects, lists or elements that may hold them.
 */
export const dependentNames = `
NAME     name, text, first, last, middle, given, family, second  below  name, names, alias, human name, person name
NAME     name, text, display, first, last, middle, given, family  below  patient, patients, person, subscriber, member, insured
NAME     name, text, display, first, last, middle, given, family  below  guarantor, contact, caller, emergency contact, next of kin
NAME     name, text, display, first, last, middle, given, family  below  dependent, spouse, guardian, assigned person, provider
ADDRESS  line, text                                               below  address, addresses, addr, home address, mailing address
MRN      value, id, extension                                     below  identifier, identifiers, patient role, patient
CONTACT  value                                                    below  telecom, telecoms, contact point
`;

/** Names that hold a person's name where a field next to them is of a person. */
export const neighbouredNames = 'name, first, last, middle, given, family, second';

const ownerWords = new Set(
  'patient patients pt pat member subscriber insured guarantor caller contact emergency spouse guardian parent mother father child dependent primary secondary home work current legal mailing billing shipping provider doctor physician attending referring ordering rendering pcp customer client user person responsible policyholder holder applicant employee his her my your our their the next kin nok billto rp sub mem'.split(
    ' ',
  ),
);

const compact = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

type Names = ReadonlyMap<string, string>;

function listed(written: string): ReadonlySet<string> {
  return new Set(written.split(',').map(compact));
}

function namesOf(table: string): Names {
  const rows = tableRows(table, 1);
  return new Map(
    rows.flatMap(([kind = '', names = '']) =>
      [...listed(names)].map((name): [string, string] => [name, kind]),
    ),
  );
}

const names = namesOf(fieldNames);
const neighboured = listed(neighbouredNames);
/** `above/name` → kind. */
const dependent: Names = new Map(
  tableRows(dependentNames, 1).flatMap(([kind = '', rest = '']) => {
    const [own = '', above = ''] = rest.split(' below ');
    return [...listed(above)].flatMap((holder) =>
      [...listed(own)].map((name): [string, string] => [`${holder}/${name}`, kind]),
    );
  }),
);

/** `patientLastName`, `patient_last_name` → its words. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const longestName = 48;

/** The kind of what a field of this name holds, whatever stands around it; undefined for other names. */
export function kindOfName(name: string): string | undefined {
  const plain = name.normalize('NFD').replace(/\p{M}+/gu, '');
  const words = plain.length > longestName ? [] : wordsOf(plain);
  for (let from = 0; from < words.length; from += 1) {
    const kind = names.get(words.slice(from).join(''));
    if (kind !== undefined) return kind;
    const rest = words.slice(from);
    if (from > 0 && rest.length === 1 && rest[0] === 'name') return 'NAME';
    if (!ownerWords.has(words[from] ?? '')) break;
  }
  return undefined;
}

/** What stands around a field. */
export interface FieldSurroundings {
  /** The name of what holds it. */
  readonly above?: string | undefined;
  /** Whether a field next to it is of a person. */
  readonly isPersonal?: (() => boolean) | undefined;
}

/** The kind of what a field holds, read with what stands around it. */
export function kindOfField(
  name: string,
  { above = '', isPersonal }: FieldSurroundings,
): string | undefined {
  const own = kindOfName(name);
  if (own !== undefined) return own;
  const bare = compact(name);
  const below = dependent.get(`${compact(above)}/${bare}`);
  if (below !== undefined) return below;
  return neighboured.has(bare) && isPersonal?.() === true ? 'NAME' : undefined;
}

const personalKinds = new Set(['DOB', 'SSN', 'MRN', 'PHONE', 'EMAIL', 'HEALTH_PLAN_ID', 'NAME']);

/** Whether one of these names is only given to data of a person. */
export function arePersonal(all: Iterable<string>): boolean {
  for (const name of all) if (personalKinds.has(kindOfName(name) ?? '')) return true;
  return false;
}

/** Kinds whose value is often given in parts: `{"dob": {"y": 1958, "m": 2, "d": 20}}`. */
const inParts = new Set(['DOB', 'SSN', 'PHONE', 'MRN', 'FAX']);
const part = /^(?:\d{1,9}|[A-Za-z]{3,9})$/;
const month = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$/i;

/** Whether a value below a field of this kind is a part of the field's value. */
export function isPartOf(kind: string | undefined, value: string): boolean {
  if (kind === undefined || !inParts.has(kind) || !part.test(value)) return false;
  return /\d/.test(value) || (kind === 'DOB' && month.test(value));
}

/** A field's name, and the kind of what it holds. */
export interface FieldName {
  readonly name: string;
  readonly kind: string | undefined;
  /** The kind of the field around it, of whose value it may hold a part. */
  readonly kindAbove: string | undefined;
}

/** What the name of a field says of its value. */
export function namedFields(
  value: string,
  named: FieldName | undefined,
): readonly DocumentField[] | undefined {
  if (named === undefined) return undefined;
  const { kind, kindAbove } = named;
  if (kind !== undefined) {
    const fields = fieldAt(value, 0, value.length, kind, 'field');
    return fields.length === 0 ? undefined : fields;
  }
  if (!isPartOf(kindAbove, value)) return undefined;
  const whole = { start: 0, end: value.length, kind: kindAbove ?? '', notation: 'field' };
  return [{ ...whole, isPart: true }];
}
