import { httpUrl } from '../../server/shared/setting-schemas.ts';
import { defineSetting } from './define-setting.ts';
import { line, secretText } from './forms.ts';

/** Who may sign in to the portal (design D40). */
export const signInSettings = {
  signInIssuer: defineSetting(httpUrl(), {
    group: 'sign_in',
    title: 'Identity provider',
    description:
      'Issuer URL of your OpenID Connect provider. Unset: people sign in on this machine, through the app.',
    default: null,
    restart: 'server',
    variable: 'SVC_IDP_ISSUER',
  }),
  signInClientId: defineSetting(line(), {
    group: 'sign_in',
    title: 'Client id',
    description: "This service's id at the identity provider.",
    default: null,
    restart: 'server',
    variable: 'SVC_IDP_CLIENT_ID',
  }),
  signInClientSecret: defineSetting(secretText(), {
    group: 'sign_in',
    title: 'Client secret',
    description: "This service's secret at the identity provider; none for a public client.",
    default: null,
    secret: true,
    restart: 'server',
    variable: 'SVC_IDP_CLIENT_SECRET',
  }),
  signInHosts: defineSetting(line(), {
    group: 'sign_in',
    title: 'Further sign-in hosts',
    description:
      'Comma-separated hosts to which pages of the identity provider link, such as a federated sign-in. Not needed for redirects.',
    default: null,
    restart: 'none',
  }),
  adminLogins: defineSetting(line(), {
    group: 'sign_in',
    title: 'Administrators',
    description:
      'Comma-separated verified email addresses of administrators. Needed with an identity provider.',
    default: null,
    restart: 'server',
    variable: 'SVC_ADMIN_LOGINS',
  }),
  allowedLogins: defineSetting(line(), {
    group: 'sign_in',
    title: 'People who may sign in',
    description:
      'In addition to administrators, comma-separated: verified email addresses, @clinic.example for a whole domain, or * for everyone at the identity provider.',
    default: null,
    restart: 'server',
    variable: 'SVC_ALLOWED_LOGINS',
  }),
};
