/** What people call the kinds that a policy can name. */
export const kindNames = {
  NAME: 'Name',
  PHONE: 'Phone number',
  FAX: 'Fax number',
  EMAIL: 'E-mail address',
  ADDRESS: 'Address',
  ZIP: 'ZIP code',
  LOCATION: 'Place',
  DOB: 'Date of birth',
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

/** Groups of kinds; each has its color and underline. */
type KindFamily = 'person' | 'contact' | 'number' | 'place' | 'time';

const families: Readonly<Record<string, KindFamily>> = {
  NAME: 'person',
  PHONE: 'contact',
  FAX: 'contact',
  EMAIL: 'contact',
  URL: 'contact',
  IP_ADDRESS: 'contact',
  ADDRESS: 'place',
  ZIP: 'place',
  LOCATION: 'place',
  DOB: 'time',
  DATE: 'time',
  AGE_OVER_89: 'time',
};

/** A kind that is not known yet is shown as a number, as most kinds are. */
export const kindFamily = (kind: string): KindFamily => families[kind] ?? 'number';
