/** Who runs this installation, as reports and messages name it; '' for what nobody has set. */
export interface Clinic {
  readonly name: string;
  /** The health system or group that the clinic belongs to. */
  readonly system: string;
  readonly location: string;
  /** Whom to ask: a person, a telephone number or an address. */
  readonly contact: string;
  /** IANA name, such as `America/New_York`. */
  readonly timeZone: string;
}

export const unnamedClinic: Clinic = {
  name: '',
  system: '',
  location: '',
  contact: '',
  timeZone: 'UTC',
};
