import type { Recognizer } from '../recognizer.ts';
import { ageRecognizer } from './age.ts';
import { dateRecognizer } from './date.ts';
import { dobRecognizer } from './dob.ts';
import { emailRecognizer } from './email.ts';
import { faxRecognizer } from './fax.ts';
import { ipAddressRecognizer } from './ip-address.ts';
import { phoneRecognizer } from './phone.ts';
import { ssnRecognizer } from './ssn.ts';

/** Every recognizer, one per kind. */
export const recognizers: readonly Recognizer[] = [
  phoneRecognizer,
  faxRecognizer,
  ssnRecognizer,
  emailRecognizer,
  dobRecognizer,
  dateRecognizer,
  ageRecognizer,
  ipAddressRecognizer,
];
