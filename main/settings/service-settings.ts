import { choice, hostName, httpUrl } from '../../server/shared/setting-schemas.ts';
import { settingGroup } from './define-setting.ts';
import { absolutePath, port, secretText } from './forms.ts';

const setting = settingGroup({ group: 'service', restart: 'server' });

/** Where the server listens and keeps its data. */
export const serviceSettings = {
  host: setting(hostName(), {
    title: 'Address to listen on',
    description:
      'Keep 127.0.0.1 unless other machines must open the portal; then also set a certificate.',
    default: '127.0.0.1',
    variable: 'SVC_HOST',
  }),
  port: setting(port(), {
    title: 'Port of the portal',
    description: 'The portal and the API answer here. It must be free on this machine.',
    default: 8787,
    variable: 'SVC_PORT',
  }),
  ingressPort: setting(port(), {
    title: 'Port of the tunnel',
    description: 'Serves calls and nothing else. The tunnel leads to it.',
    default: 8788,
    variable: 'SVC_INGRESS_PORT',
  }),
  baseUrl: setting(httpUrl(), {
    title: 'Address of the portal',
    description: 'How browsers reach the portal, if not at the address it listens on.',
    variable: 'SVC_BASE_URL',
  }),
  callsUrl: setting(httpUrl(), {
    title: 'Address for calls',
    description: "How voice platforms reach this machine. Unset: the tunnel's address.",
    variable: 'SVC_CALLS_URL',
  }),
  dataFolder: setting(absolutePath(), {
    title: 'Data folder',
    description:
      'Databases, the journal and the sealed keys. A change moves no files: close the app and move the folder first.',
    restart: 'app',
    variable: 'SVC_DATA_DIR',
  }),
  reportsFolder: setting(absolutePath(), {
    title: 'Folder for reports',
    description:
      'The PDF of each scheduled report is written here, to a folder that exists. Unset: reports stay in the portal.',
    variable: 'SVC_REPORTS_DIR',
  }),
  logLevel: setting(choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), {
    title: 'Detail of the logs',
    description: 'Logs hold ids, kinds, counts and times, and no text of a call at any level.',
    default: 'info',
    variable: 'SVC_LOG_LEVEL',
  }),
  tlsCertificate: setting(absolutePath(), {
    title: 'Certificate file',
    description: 'Certificate chain for HTTPS, as PEM. Needs the key file.',
    variable: 'SVC_TLS_CERT',
  }),
  tlsKey: setting(absolutePath(), {
    title: 'Key file of the certificate',
    description: 'Private key of the certificate, as PEM, without a passphrase.',
    variable: 'SVC_TLS_KEY',
  }),
  rateLimit: setting(choice('off', 'hosted'), {
    title: 'Rate limits',
    description: 'Limits on requests, for machines that many clients share.',
    default: 'off',
    variable: 'SVC_RATE_LIMIT',
  }),
  metricsToken: setting(secretText(16), {
    title: 'Token for metrics',
    description: 'Clients that present it can read /metrics. Unset: there is no such page.',
    secret: true,
    variable: 'SVC_METRICS_TOKEN',
  }),
};
