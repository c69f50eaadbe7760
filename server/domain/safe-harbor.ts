/** The 18 identifiers of 45 CFR 164.514(b)(2)(i), (A) to (R) (design D31). */
export const safeHarborKeys = [
  'A_names',
  'B_geographic',
  'C_dates',
  'D_phone',
  'E_fax',
  'F_email',
  'G_ssn',
  'H_mrn',
  'I_beneficiary',
  'J_account',
  'K_license',
  'L_vehicle',
  'M_device',
  'N_url',
  'O_ip',
  'P_biometric',
  'Q_photo',
  'R_other',
] as const;

export type SafeHarborKey = (typeof safeHarborKeys)[number];
