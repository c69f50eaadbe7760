import type { Right } from '../../server/contract/rights.ts';

/** Why somebody cannot do something: the right that the role lacks. */
export const refusals: Readonly<Record<Right, string>> = {
  reveal: 'Only account admins and compliance can see real values.',
  mask: 'Only account admins and compliance can do this.',
  unmask: 'Only account admins and compliance can see real values.',
  review: 'Only account admins and compliance can do this.',
  settings: 'Only account admins and IT can do this.',
  admin: 'Only account admins can do this.',
};
