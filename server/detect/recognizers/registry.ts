import type { Recognizer } from '../view/recognizer.ts';
import { accountRecognizer } from './account/account.ts';
import { creditCardRecognizer } from './account/credit-card.ts';
import { ibanRecognizer } from './account/iban.ts';
import { otherIdRecognizer } from './account/other-id.ts';
import { addressRecognizer } from './address/address.ts';
import { locationRecognizer } from './address/location.ts';
import { zipRecognizer } from './address/zip.ts';
import { ageRecognizer } from './age.ts';
import { dateRecognizer } from './date/date.ts';
import { dobRecognizer } from './date/dob.ts';
import { deviceIdRecognizer } from './device-id.ts';
import { emailRecognizer } from './email.ts';
import { healthPlanIdRecognizer } from './health-plan-id.ts';
import { ipAddressRecognizer } from './ip-address.ts';
import { licenseRecognizer } from './license.ts';
import { mrnRecognizer } from './mrn.ts';
import { secretRecognizer } from './secret.ts';
import { ssnRecognizer } from './ssn.ts';
import { faxRecognizer, phoneRecognizer } from './telephone/phone.ts';
import { urlRecognizer } from './url.ts';
import { vehicleIdRecognizer } from './vehicle-id.ts';

/**
 * Every recognizer: one per kind, and a second one for ACCOUNT, which finds other identifiers. NAME and
 * ORGANIZATION have none: the model pass finds names, the model by what it learned and the rules of `ner/` by the words around them.
 */
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
