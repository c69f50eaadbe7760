import { tunnelProviders } from '../ipc/schema.ts';
import {
  absolutePath,
  choice,
  hostName,
  httpUrl,
  line,
  port,
  secretText,
  userName,
} from './forms.ts';
import { setting } from './meta.ts';

/** How calls reach this machine. */
export const tunnelSettings = {
  tunnelProvider: setting(choice(...tunnelProviders), {
    group: 'tunnel',
    title: 'Tunnel',
    description: 'The program that brings calls in; none where a proxy of your own does.',
    default: 'none',
    restart: 'tunnel',
  }),
  tunnelUrl: setting(httpUrl('https:'), {
    group: 'tunnel',
    title: 'Public address',
    description:
      'Where the tunnel is reached, where the provider does not tell: cloudflared, ssh, custom.',
    default: null,
    restart: 'tunnel',
  }),
  tunnelToken: setting(secretText(), {
    group: 'tunnel',
    title: 'Tunnel token',
    description: 'Of cloudflared or ngrok, from the account that the tunnel belongs to.',
    default: null,
    secret: true,
    restart: 'tunnel',
  }),
  tunnelProgram: setting(absolutePath(), {
    group: 'tunnel',
    title: 'Program of the tunnel',
    description:
      'Where it is installed. Unset: it is looked for where programs of this machine are.',
    default: null,
    restart: 'tunnel',
  }),
  sshHost: setting(hostName(), {
    group: 'tunnel',
    title: 'SSH host',
    description: 'The machine with a public address that calls arrive at.',
    default: null,
    restart: 'tunnel',
  }),
  sshPort: setting(port(), {
    group: 'tunnel',
    title: 'SSH port',
    description: 'Where its SSH server listens.',
    default: 22,
    restart: 'tunnel',
  }),
  sshUser: setting(userName(), {
    group: 'tunnel',
    title: 'SSH user',
    description: 'May forward a port there, and should be allowed nothing else.',
    default: null,
    restart: 'tunnel',
  }),
  sshKeyFile: setting(absolutePath(), {
    group: 'tunnel',
    title: 'SSH key file',
    description: 'Private key without a passphrase, readable by the user of this service alone.',
    default: null,
    restart: 'tunnel',
  }),
  sshKnownHostsFile: setting(absolutePath(), {
    group: 'tunnel',
    title: 'SSH known hosts file',
    description:
      'Holds the key of the SSH host; an unknown host is refused. Unset: that of the user.',
    default: null,
    restart: 'tunnel',
  }),
  sshRemoteAddress: setting(hostName(), {
    group: 'tunnel',
    title: 'Address on the SSH host',
    description:
      'Where the forwarded port listens there; loopback where a web server of that host leads to it.',
    default: '127.0.0.1',
    restart: 'tunnel',
  }),
  sshRemotePort: setting(port(), {
    group: 'tunnel',
    title: 'Port on the SSH host',
    description: 'The port there that is forwarded to this machine.',
    default: 8788,
    restart: 'tunnel',
  }),
  tunnelCommand: setting(line(), {
    group: 'tunnel',
    title: 'Custom command',
    description:
      'Program and arguments of a tunnel of your own; {port} stands for the port of the tunnel.',
    default: null,
    restart: 'tunnel',
  }),
};
