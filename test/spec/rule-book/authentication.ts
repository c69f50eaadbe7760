import type { Rule } from './rule.ts';

export const authenticationRules: readonly Rule[] = [
  {
    id: 'Authentication 1',
    says: 'the credential of /api/v1 is the cookie; there is no password and no API key for it',
  },
  { id: 'Authentication 2', says: 'the cookie travels in the Cookie header' },
  {
    id: 'Authentication 3',
    says: 'svc_session is HttpOnly, Secure, SameSite=Lax, Path=/, Max-Age 2592000, without Domain, renewed on every authenticated request',
    settled: 'bound to the API host means: no Domain attribute',
  },
  { id: 'Authentication 4', says: 'the value is opaque: an altered or invented one is refused' },
  { id: 'Authentication 5', says: 'a cookie from a browser works in scripts' },
  {
    id: 'Authentication 6',
    says: 'no cookie, an expired or an invalidated one is 401 unauthenticated',
  },
  { id: 'Authentication 7', says: 'a valid session without the right is 403 forbidden' },
  {
    id: 'Authentication 8',
    says: 'proxy and webhook check X-Voice-Signature with SVC_VOICE_WEBHOOK_SECRET: a mismatch is 401',
  },
  {
    id: 'Authentication 9',
    says: 'SVC_KEY_<kid> holds the tokenization key that the policy’s kid names',
  },
  {
    id: 'Authentication 10',
    says: 'who may reload the policy',
    settled: 'admins (design D40): 403 for others',
  },
  {
    id: 'Authentication 11',
    says: 'the digest and encoding of the signature',
    settled:
      'HMAC-SHA256 over the raw body; sha256=<hex>, bare hex, base64, t=…,v1=… within 300 s (design D36)',
  },
  {
    id: 'Authentication 12',
    says: 'how a user becomes an admin',
    settled:
      'SVC_ADMIN_LOGINS names admins; where it is unset, the first who comes by a one-time link is one (design D40)',
  },
];
