import { embeddedIssuerName, type IdentityClaims } from '../../ports/identity-provider.ts';
import type { KnownUser, User } from '../../ports/users.ts';
import type { HttpDeps } from '../server/deps.ts';

/** How the installation is set up to let people in (design D40, decision 0056). */
export type AdmissionRules = Pick<HttpDeps, 'signInMethod' | 'adminLogins' | 'allowedLogins'>;

type Person = Pick<User, 'identity' | 'login' | 'emailVerified'>;

/**
 * Whether somebody may be here. A one-time link is a permission by itself; at the clinic's own
 * provider people must be named. Who was let in under the other way of signing in must sign in again.
 */
export function isAdmitted(rules: AdmissionRules, person: Person): boolean {
  const { signInMethod, adminLogins, allowedLogins } = rules;
  const byLink = person.identity?.issuer === embeddedIssuerName;
  if (signInMethod === 'embedded') return byLink;
  return (
    !byLink &&
    [...adminLogins, ...allowedLogins].some((entry) => entry === '*' || entryMatches(entry, person))
  );
}

/**
 * Whether a sign-in makes an admin: those named in `SVC_ADMIN_LOGINS`. Where nobody is named and
 * people come by link, the first of a fresh installation is; the link was made on the machine itself.
 */
export async function isAdminAtSignIn(
  { signInMethod, adminLogins, users }: AdmissionRules & Pick<HttpDeps, 'users'>,
  person: Person,
): Promise<boolean> {
  if (adminLogins.length > 0) return adminLogins.some((entry) => entryMatches(entry, person));
  return signInMethod === 'embedded' && (await users.count()) === 0;
}

/** The person of these claims as a new user, who is no admin. */
export function userFromClaims(claims: IdentityClaims): Omit<KnownUser, 'id' | 'createdAt'> {
  const { issuer, subject, email, displayName } = claims;
  return {
    identity: { issuer, subject },
    login: email ?? subject,
    emailVerified: email !== null,
    displayName,
    admin: false,
  };
}

/**
 * Whether an entry of a list means this person: `@clinic.example` every verified address of that
 * domain, `ana@clinic.example` that verified address, anything else a subject at the provider.
 */
function entryMatches(entry: string, { identity, login, emailVerified }: Person): boolean {
  if (!entry.includes('@')) return entry === identity?.subject;
  if (!emailVerified) return false;
  const [wanted, address] = [asciiLower(entry), asciiLower(login)];
  return wanted.startsWith('@') ? address.endsWith(wanted) : address === wanted;
}

/** People write addresses in any case. Only A to Z, because some other letters become one of a to z. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
