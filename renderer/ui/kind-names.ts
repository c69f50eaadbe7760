export { kindCounts, kindName, kindNames } from '../../server/contract/figures/words.ts';

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
  ORGANIZATION: 'place',
  DOB: 'time',
  DATE: 'time',
  AGE_OVER_89: 'time',
};

/** A kind that is not known yet is shown as a number, as most kinds are. */
export const kindFamily = (kind: string): KindFamily => families[kind] ?? 'number';
