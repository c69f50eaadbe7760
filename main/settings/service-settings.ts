import { choice, hostName, httpUrl } from '../../server/shared/setting-schemas.ts';
import { defineSetting } from './define-setting.ts';
import { absolutePath, port, secretText } from './forms.ts';

/** Where the server listens and keeps its data. */
export const serviceSettings = {
  host: defineSetting(hostName(), {
    group: 'service',
    title: 'Address to listen on',
    description:
      'Keep 127.0.0.1 unless other machines must open the portal; then also set a certificate.',
    default: '127.0.0.1',
    restart: 'server',
    variable: 'SVC_HOST',
  }),
  port: defineSetting(port(), {
    group: 'service',
    title: 'Port of the portal',
    description: 'The portal and the API answer here. It must be free on this machine.',
    default: 8787,
    restart: 'server',
    variable: 'SVC_PORT',
  }),
  ingressPort: defineSetting(port(), {
    group: 'service',
    title: 'Port of the tunnel',
    description: 'Serves calls and nothing else. The tunnel leads to it.',
    default: 8788,
    restart: 'server',
    variable: 'SVC_INGRESS_PORT',
  }),
  baseUrl: defineSetting(httpUrl(), {
    group: 'service',
    title: 'Address of the portal',
    description: 'How browsers reach the portal, if not at the address it listens on.',
    default: null,
    restart: 'server',
    variable: 'SVC_BASE_URL',
  }),
  callsUrl: defineSetting(httpUrl(), {
    group: 'service',
    title: 'Address for calls',
    description: "How voice platforms reach this machine. Unset: the tunnel's address.",
    default: null,
    restart: 'server',
    variable: 'SVC_CALLS_URL',
  }),
  dataFolder: defineSetting(absolutePath(), {
    group: 'service',
    title: 'Data folder',
    description:
      'Databases, the journal and the sealed keys. A change moves no files: close the app and move the folder first.',
    default: null,
    restart: 'app',
    variable: 'SVC_DATA_DIR',
  }),
  logLevel: defineSetting(choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), {
    group: 'service',
    title: 'Detail of the logs',
    description: 'Logs hold ids, kinds, counts and times, and no text of a call at any level.',
    default: 'info',
    restart: 'server',
    variable: 'SVC_LOG_LEVEL',
  }),
  tlsCertificate: defineSetting(absolutePath(), {
    group: 'service',
    title: 'Certificate file',
    description: 'Certificate chain for HTTPS, as PEM. Needs the key file.',
    default: null,
    restart: 'server',
    variable: 'SVC_TLS_CERT',
  }),
  tlsKey: defineSetting(absolutePath(), {
    group: 'service',
    title: 'Key file of the certificate',
    description: 'Private key of the certificate, as PEM, without a passphrase.',
    default: null,
    restart: 'server',
    variable: 'SVC_TLS_KEY',
  }),
  rateLimit: defineSetting(choice('off', 'hosted'), {
    group: 'service',
    title: 'Rate limits',
    description: 'Limits on requests, for machines that many clients share.',
    default: 'off',
    restart: 'server',
    variable: 'SVC_RATE_LIMIT',
  }),
  metricsToken: defineSetting(secretText(16), {
    group: 'service',
    title: 'Token for metrics',
    description: 'Clients that present it can read /metrics. Unset: there is no such page.',
    default: null,
    secret: true,
    restart: 'server',
    variable: 'SVC_METRICS_TOKEN',
  }),
};
