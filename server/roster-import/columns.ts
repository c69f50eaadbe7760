/** What a column holds. The parts of one address are joined to one line. */
export type Column =
  | 'id'
  | 'role'
  | 'given'
  | 'family'
  | 'full'
  | 'birth'
  | 'phone'
  | 'email'
  | 'street'
  | 'city'
  | 'state'
  | 'zip'
  | 'record'
  | 'said';

/**
 * Header names of common exports (docs/roster.md). Case, blanks and signs do not count: `Last Name` is also
 * `last_name` and `LASTNAME`. Nor does a word in front that says whose it is (`owners`).
 */
export const columnNames: Readonly<Record<Column, string>> = {
  id: 'id, person id, uid, pid, patient id, pat id, staff id, employee id, empi, enterprise id',
  role: 'role, person type',
  given:
    'first name, first, given name, given names, fname, forename, nombre, nombres, middle name, middle, mname, ' +
    'middle initial, second name',
  family:
    'last name, last, family name, family, surname, lname, apellido, apellidos, primer apellido, ' +
    'apellido paterno, segundo apellido, apellido materno, second last name',
  full:
    'name, full name, display name, legal name, nombre completo, preferred name, nickname, maiden name, maiden, ' +
    'former name, previous name, birth name, alias',
  birth: 'dob, date of birth, birth date, birthday, bdate, fecha de nacimiento',
  phone:
    'phone, phone number, telephone, tel, mobile, mobile phone, cell, cell phone, home phone, work phone, ' +
    'phone home, phone cell, phone mobile, phone work, phone biz, phone contact, contact phone, day phone, ' +
    'evening phone, alternate phone, other phone, phone 1, phone 2, phone 3, telefono, celular',
  email: 'email, e mail, email address, mail, correo, correo electronico, email direct',
  street:
    'address, street, street address, address 1, address line 1, add line 1, addr 1, address 2, ' +
    'address line 2, add line 2, addr 2, street 2, street line 2, mailing address, home address, direccion',
  city: 'city, town, ciudad',
  state: 'state, state code, state abbr, province, estado',
  zip: 'zip, zip code, postal code, postcode, codigo postal',
  record:
    'mrn, mrn id, medical record number, medical record no, medical record, record number, chart number, ' +
    'chart no, pubpid, external id, account number',
  said: 'may be said, may_be_said',
};

const owners = [
  'patient',
  'pat',
  'pt',
  'person',
  'member',
  'staff',
  'employee',
  'provider',
  'contact',
];

const compact = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');

const columns: ReadonlyMap<string, Column> = new Map(
  (Object.keys(columnNames) as Column[]).flatMap((column) =>
    columnNames[column].split(',').map((name): [string, Column] => [compact(name), column]),
  ),
);

/** What the column of this header holds; undefined for another header. */
export function columnOf(header: string): Column | undefined {
  const name = compact(header);
  const known = columns.get(name);
  if (known !== undefined) return known;
  const owner = owners.find((word) => name.startsWith(word));
  return owner === undefined ? undefined : columns.get(name.slice(owner.length));
}

/** What a file needs at least: the names of people. */
export function namesPeople(found: readonly (Column | undefined)[]): boolean {
  return found.some((column) => column === 'given' || column === 'family' || column === 'full');
}

const headerForm = /^[a-z][a-z_ .-]{0,39}\d{0,2}$/i;

/** A header that may be shown. The first line of a file without headers may be a patient's. */
export function shownHeader(header: string, at: number): string {
  return headerForm.test(header.trim()) ? header.trim() : `column ${at + 1}`;
}
