import { embeddedIssuerName, type IdentityClaims } from '../../ports/identity-provider.ts';
import type { KnownUser, User } from '../../ports/users.ts';
import type { HttpDeps } from '../server/deps.ts';

/** Who may sign in to this installation, and how (design D40, decision 0056). */
export type AdmissionRules = Pick<HttpDeps, 'signInMethod' | 'adminLogins' | 'allowedLogins'>;

type Person = Pick<User, 'identity' | 'login' | 'emailVerified'>;

/**
 * Whether a person may use the service. A one-time link is a permission; at the clinic's own provider a
 * list must name the person. A person admitted under the other sign-in method must sign in again.
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
 * Whether a sign-in makes an admin: `SVC_ADMIN_LOGINS` names the admins. Where it names none and people
 * sign in by link, the first person of a fresh installation is one, because somebody made that link on
 * the machine.
 */
export async function isAdminAtSignIn(
  { signInMethod, adminLogins, users }: AdmissionRules & Pick<HttpDeps, 'users'>,
  person: Person,
): Promise<boolean> {
  if (adminLogins.length > 0) return adminLogins.some((entry) => entryMatches(entry, person));
  return signInMethod === 'embedded' && (await users.count()) === 0;
}

/** The person of these claims as a new user, who sees no real values (decision 0088). */
export function userFromClaims(claims: IdentityClaims): Omit<KnownUser, 'id' | 'createdAt'> {
  const { issuer, subject, email, displayName } = claims;
  return {
    identity: { issuer, subject },
    login: email ?? subject,
    emailVerified: email !== null,
    displayName,
    role: 'viewer',
  };
}

/**
 * Whether an entry of a list names this person. `@clinic.example` names every verified address of that
 * domain, `ana@clinic.example` that verified address, any other entry a subject at the provider.
 */
function entryMatches(entry: string, { identity, login, emailVerified }: Person): boolean {
  if (!entry.includes('@')) return entry === identity?.subject;
  if (!emailVerified) return false;
  const [wanted, address] = [asciiLower(entry), asciiLower(login)];
  return wanted.startsWith('@') ? address.endsWith(wanted) : address === wanted;
}

/** Only A to Z, because some other letters become one of a to z in lower case. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
