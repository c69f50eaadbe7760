import type { Recognizer } from '../recognizer.ts';
import { accountRecognizer } from './account.ts';
import { addressRecognizer } from './address.ts';
import { ageRecognizer } from './age.ts';
import { creditCardRecognizer } from './credit-card.ts';
import { dateRecognizer } from './date.ts';
import { deviceIdRecognizer } from './device-id.ts';
import { dobRecognizer } from './dob.ts';
import { emailRecognizer } from './email.ts';
import { faxRecognizer } from './fax.ts';
import { healthPlanIdRecognizer } from './health-plan-id.ts';
import { ibanRecognizer } from './iban.ts';
import { ipAddressRecognizer } from './ip-address.ts';
import { licenseRecognizer } from './license.ts';
import { locationRecognizer } from './location.ts';
import { mrnRecognizer } from './mrn.ts';
import { otherIdRecognizer } from './other-id.ts';
import { phoneRecognizer } from './phone.ts';
import { secretRecognizer } from './secret.ts';
import { ssnRecognizer } from './ssn.ts';
import { urlRecognizer } from './url.ts';
import { vehicleIdRecognizer } from './vehicle-id.ts';
import { zipRecognizer } from './zip.ts';

/** Every recognizer: one per kind, and one for numbers of no kind. */
export const recognizers: readonly Recognizer[] = [
  phoneRecognizer,
  faxRecognizer,
  ssnRecognizer,
  emailRecognizer,
  dobRecognizer,
  dateRecognizer,
  ageRecognizer,
  addressRecognizer,
  zipRecognizer,
  locationRecognizer,
  mrnRecognizer,
  healthPlanIdRecognizer,
  accountRecognizer,
  creditCardRecognizer,
  ibanRecognizer,
  licenseRecognizer,
  vehicleIdRecognizer,
  deviceIdRecognizer,
  ipAddressRecognizer,
  urlRecognizer,
  otherIdRecognizer,
  secretRecognizer,
];
