import { httpUrl } from '../../server/shared/setting-schemas.ts';
import { settingGroup } from './define-setting.ts';
import { line, secretText } from './forms.ts';

const setting = settingGroup({ group: 'sign_in', restart: 'server' });

/** Who may sign in to the portal (design D40). */
export const signInSettings = {
  signInIssuer: setting(httpUrl(), {
    title: 'Identity provider',
    description:
      'Issuer URL of your OpenID Connect provider. Unset: people sign in on this machine, through the app.',
    variable: 'SVC_IDP_ISSUER',
  }),
  signInClientId: setting(line(), {
    title: 'Client id',
    description: "This service's id at the identity provider.",
    variable: 'SVC_IDP_CLIENT_ID',
  }),
  signInClientSecret: setting(secretText(), {
    title: 'Client secret',
    description: "This service's secret at the identity provider; none for a public client.",
    secret: true,
    variable: 'SVC_IDP_CLIENT_SECRET',
  }),
  signInHosts: setting(line(), {
    title: 'Further sign-in hosts',
    description:
      'Comma-separated hosts to which pages of the identity provider link, such as a federated sign-in. Not needed for redirects.',
    restart: 'none',
  }),
  adminLogins: setting(line(), {
    title: 'Administrators',
    description:
      'Comma-separated verified email addresses of administrators. Needed with an identity provider.',
    variable: 'SVC_ADMIN_LOGINS',
  }),
  allowedLogins: setting(line(), {
    title: 'People who may sign in',
    description:
      'In addition to administrators, comma-separated: verified email addresses, @clinic.example for a whole domain, or * for everyone at the identity provider.',
    variable: 'SVC_ALLOWED_LOGINS',
  }),
};
