import type { SafeHarborKey } from '../../domain/safe-harbor.ts';

/** One identifier of the Safe Harbor rule and the entity kinds that stand for it. */
export interface SafeHarborIdentifier {
  readonly key: SafeHarborKey;
  readonly category: string;
  readonly citation: string;
  readonly kinds: readonly string[];
  /** Why it cannot come up at all. */
  readonly absentBecause?: string;
  /** Set where kinds are another row's as well, which counts them, and no list of kinds could be complete. */
  readonly countedUnder?: SafeHarborKey;
}

const citation = (letter: string) => `45 CFR 164.514(b)(2)(i)(${letter})`;

function identifier(
  key: SafeHarborKey,
  category: string,
  kinds: readonly string[],
  more: Pick<SafeHarborIdentifier, 'absentBecause' | 'countedUnder'> = {},
): SafeHarborIdentifier {
  return { key, category, citation: citation(key.slice(0, 1)), kinds, ...more };
}

/** The 18 identifiers in the order of the rule (design D31). */
export const safeHarborIdentifiers: readonly SafeHarborIdentifier[] = [
  identifier('A_names', 'Names', ['NAME']),
  identifier('B_geographic', 'Geographic subdivisions smaller than a state', [
    'ADDRESS',
    'LOCATION',
    'ZIP',
  ]),
  identifier('C_dates', 'Dates related to an individual, and ages over 89', [
    'DOB',
    'DATE',
    'AGE_OVER_89',
  ]),
  identifier('D_phone', 'Telephone numbers', ['PHONE']),
  identifier('E_fax', 'Fax numbers', ['FAX']),
  identifier('F_email', 'Electronic mail addresses', ['EMAIL']),
  identifier('G_ssn', 'Social security numbers', ['SSN']),
  identifier('H_mrn', 'Medical record numbers', ['MRN']),
  identifier('I_beneficiary', 'Health plan beneficiary numbers', ['HEALTH_PLAN_ID']),
  identifier('J_account', 'Account numbers', ['ACCOUNT', 'CREDIT_CARD', 'IBAN']),
  identifier('K_license', 'Certificate and license numbers', ['LICENSE']),
  identifier('L_vehicle', 'Vehicle identifiers and serial numbers', ['VEHICLE_ID']),
  identifier('M_device', 'Device identifiers and serial numbers', ['DEVICE_ID']),
  identifier('N_url', 'Web addresses (URLs)', ['URL']),
  identifier('O_ip', 'Internet Protocol (IP) addresses', ['IP_ADDRESS']),
  identifier('P_biometric', 'Biometric identifiers, finger and voice prints', [], {
    absentBecause: 'The service receives text only; no voice or other recording reaches it.',
  }),
  identifier('Q_photo', 'Full-face photographs and comparable images', [], {
    absentBecause: 'The service receives text only; a request with an image is refused.',
  }),
  // Numbers and codes of no other kind are found as accounts.
  identifier('R_other', 'Any other unique identifying number or code', ['ACCOUNT', 'SECRET'], {
    countedUnder: 'J_account',
  }),
];
