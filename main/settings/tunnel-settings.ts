import { choice, hostName, httpUrl } from '../../server/shared/setting-schemas.ts';
import { tunnelProviders } from '../ipc/schema.ts';
import { defineSetting } from './define-setting.ts';
import { absolutePath, commandLine, port, secretText, sshDestination } from './forms.ts';

/** How calls reach this machine. */
export const tunnelSettings = {
  tunnelProvider: defineSetting(choice(...tunnelProviders), {
    group: 'tunnel',
    title: 'Tunnel',
    description: 'The program that brings calls in; none where a proxy of your own does.',
    default: 'none',
    restart: 'tunnel',
  }),
  tunnelBinary: defineSetting(absolutePath(), {
    group: 'tunnel',
    title: 'Program of the tunnel',
    description: 'Unset: it is looked for where its installer puts it.',
    default: null,
    restart: 'tunnel',
  }),
  tunnelPublicUrl: defineSetting(httpUrl('https:'), {
    group: 'tunnel',
    title: 'Public address of the tunnel',
    description: 'Where voice platforms reach it. Needed for ssh; others may tell it themselves.',
    default: null,
    restart: 'tunnel',
  }),
  cloudflaredToken: defineSetting(secretText(), {
    group: 'tunnel',
    title: 'cloudflared: token',
    description: 'Of the tunnel, from the Cloudflare account it belongs to.',
    default: null,
    secret: true,
    restart: 'tunnel',
  }),
  sshDestination: defineSetting(sshDestination(), {
    group: 'tunnel',
    title: 'ssh: user and host',
    description: 'Such as calls@gate.example.com: the machine with a public address.',
    default: null,
    restart: 'tunnel',
  }),
  sshPort: defineSetting(port(), {
    group: 'tunnel',
    title: 'ssh: port',
    description: 'Where the SSH server of that host listens.',
    default: 22,
    restart: 'tunnel',
  }),
  sshKeyFile: defineSetting(absolutePath(), {
    group: 'tunnel',
    title: 'ssh: key file',
    description: 'Private key without a passphrase that only the user of this app can read.',
    default: null,
    restart: 'tunnel',
  }),
  sshKnownHostsFile: defineSetting(absolutePath(), {
    group: 'tunnel',
    title: 'ssh: known hosts file',
    description: 'Holds the public key of that host: a host that is not in it is refused.',
    default: null,
    restart: 'tunnel',
  }),
  sshRemotePort: defineSetting(port(), {
    group: 'tunnel',
    title: 'ssh: port opened for calls',
    description: 'The SSH server opens it, and what comes in there is a call.',
    default: null,
    restart: 'tunnel',
  }),
  sshRemoteAddress: defineSetting(hostName(), {
    group: 'tunnel',
    title: 'ssh: address opened for calls',
    description: 'Unset: loopback, for a web server of that host that leads calls on.',
    default: null,
    restart: 'tunnel',
  }),
  customCommand: defineSetting(commandLine(), {
    group: 'tunnel',
    title: 'custom: command',
    description: 'Program and arguments as a JSON array of texts; no shell reads it.',
    default: null,
    restart: 'tunnel',
  }),
  customHealthUrl: defineSetting(httpUrl(), {
    group: 'tunnel',
    title: 'custom: health address',
    description: 'Answers 200 while the tunnel is up, such as http://127.0.0.1:2000/ready.',
    default: null,
    restart: 'tunnel',
  }),
  customSecret: defineSetting(secretText(), {
    group: 'tunnel',
    title: 'custom: secret',
    description: 'Given to the command as a file: {secret_file} in the command is its path.',
    default: null,
    secret: true,
    restart: 'tunnel',
  }),
};
