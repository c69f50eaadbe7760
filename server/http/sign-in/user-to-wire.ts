import { UserRecord } from '../../contract/access.ts';
import { hasRight } from '../../contract/rights.ts';
import { toWire } from '../../contract/wire-form.ts';
import type { User } from '../../ports/users.ts';

/** A user in wire form, with what the role permits. */
export function userToWire(user: User): UserRecord {
  const { role } = user;
  return toWire(UserRecord, {
    ...user,
    admin: role === 'admin',
    mayReveal: hasRight(role, 'reveal'),
  });
}
