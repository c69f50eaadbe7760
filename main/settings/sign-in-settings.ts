import { httpUrl } from '../../server/shared/setting-schemas.ts';
import { defineSetting } from './define-setting.ts';
import { line, secretText } from './forms.ts';

/** Who may sign in to the portal (design D40). */
export const signInSettings = {
  signInIssuer: defineSetting(httpUrl(), {
    group: 'sign_in',
    title: 'Identity provider',
    description:
      'Issuer URL of your OpenID Connect provider. Unset: people of this machine sign in through the app.',
    default: null,
    restart: 'server',
    variable: 'SVC_IDP_ISSUER',
  }),
  signInClientId: defineSetting(line(), {
    group: 'sign_in',
    title: 'Client id',
    description: 'Under which this service is registered with the identity provider.',
    default: null,
    restart: 'server',
    variable: 'SVC_IDP_CLIENT_ID',
  }),
  signInClientSecret: defineSetting(secretText(), {
    group: 'sign_in',
    title: 'Client secret',
    description: 'Of this service at the identity provider; none for a public client.',
    default: null,
    secret: true,
    restart: 'server',
    variable: 'SVC_IDP_CLIENT_SECRET',
  }),
  signInHosts: defineSetting(line(), {
    group: 'sign_in',
    title: 'Further hosts of the sign-in',
    description:
      'Where pages of the identity provider lead on the way, such as a federated sign-in, with commas between them. Redirects need none.',
    default: null,
    restart: 'none',
  }),
  adminLogins: defineSetting(line(), {
    group: 'sign_in',
    title: 'Administrators',
    description:
      'Verified e-mail addresses of administrators, with commas between them. Needed with an identity provider.',
    default: null,
    restart: 'server',
    variable: 'SVC_ADMIN_LOGINS',
  }),
  allowedLogins: defineSetting(line(), {
    group: 'sign_in',
    title: 'People who may sign in',
    description:
      'Besides administrators: verified e-mail addresses, @clinic.example for everybody of a domain, or * for everybody at the identity provider, with commas between them.',
    default: null,
    restart: 'server',
    variable: 'SVC_ALLOWED_LOGINS',
  }),
};
