/** What people call the kinds that a policy can name: on the screen, in PDFs and in sentences of reports. */
export const kindNames = {
  NAME: 'Name',
  PHONE: 'Phone number',
  FAX: 'Fax number',
  EMAIL: 'E-mail address',
  ADDRESS: 'Address',
  ZIP: 'ZIP code',
  LOCATION: 'Place',
  ORGANIZATION: 'Organization',
  DOB: 'Birth date',
  DATE: 'Date',
  AGE_OVER_89: 'Age over 89',
  SSN: 'Social security number',
  MRN: 'Medical record number',
  HEALTH_PLAN_ID: 'Health plan number',
  ACCOUNT: 'Account or other number',
  CREDIT_CARD: 'Card number',
  IBAN: 'IBAN',
  LICENSE: 'License number',
  VEHICLE_ID: 'Vehicle',
  DEVICE_ID: 'Device',
  URL: 'Web address',
  IP_ADDRESS: 'IP address',
  SECRET: 'Password or key',
} as const satisfies Readonly<Record<string, string>>;

/** The name of a kind, or the kind itself if it is not known yet. */
export const kindName = (kind: string): string =>
  (kindNames as Readonly<Record<string, string>>)[kind] ?? kind;

/** Counts by kind for people, such as `Birth date: 2`. */
export const kindCounts = (counts: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(counts).map(([kind, count]) => `${kindName(kind)}: ${count}`);
