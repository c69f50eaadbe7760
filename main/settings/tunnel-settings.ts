import { choice, hostName, httpUrl } from '../../server/shared/setting-schemas.ts';
import { tunnelProviders } from '../ipc/schema.ts';
import { defineSetting } from './define-setting.ts';
import { absolutePath, commandLine, port, secretText, sshDestination } from './forms.ts';

/** How calls reach this machine. */
export const tunnelSettings = {
  tunnelProvider: defineSetting(choice(...tunnelProviders), {
    group: 'tunnel',
    title: 'Tunnel',
    description: 'The program through which calls arrive; none if you use your own proxy.',
    default: 'none',
    restart: 'tunnel',
  }),
  tunnelBinary: defineSetting(absolutePath(), {
    group: 'tunnel',
    title: 'Tunnel program',
    description: 'Unset: the app looks where its installer puts it.',
    default: null,
    restart: 'tunnel',
  }),
  tunnelPublicUrl: defineSetting(httpUrl('https:'), {
    group: 'tunnel',
    title: 'Public address of the tunnel',
    description: 'Where voice platforms reach it. Needed for ssh; other tunnels may report it.',
    default: null,
    restart: 'tunnel',
  }),
  cloudflaredToken: defineSetting(secretText(), {
    group: 'tunnel',
    title: 'cloudflared: token',
    description: "The tunnel's token, from its Cloudflare account.",
    default: null,
    secret: true,
    restart: 'tunnel',
  }),
  sshDestination: defineSetting(sshDestination(), {
    group: 'tunnel',
    title: 'ssh: user and host',
    description: 'The machine with a public address, such as calls@gate.example.com.',
    default: null,
    restart: 'tunnel',
  }),
  sshPort: defineSetting(port(), {
    group: 'tunnel',
    title: 'ssh: port',
    description: 'The port of the SSH server.',
    default: 22,
    restart: 'tunnel',
  }),
  sshKeyFile: defineSetting(absolutePath(), {
    group: 'tunnel',
    title: 'ssh: key file',
    description: "Private key without a passphrase, readable only by this app's user.",
    default: null,
    restart: 'tunnel',
  }),
  sshKnownHostsFile: defineSetting(absolutePath(), {
    group: 'tunnel',
    title: 'ssh: known hosts file',
    description: "Holds the SSH server's public key; other servers are refused.",
    default: null,
    restart: 'tunnel',
  }),
  sshRemotePort: defineSetting(port(), {
    group: 'tunnel',
    title: 'ssh: port opened for calls',
    description: 'The SSH server opens it and forwards it to this machine as calls.',
    default: null,
    restart: 'tunnel',
  }),
  sshRemoteAddress: defineSetting(hostName(), {
    group: 'tunnel',
    title: 'ssh: address opened for calls',
    description: 'Unset: loopback, for a web server on that host that forwards calls.',
    default: null,
    restart: 'tunnel',
  }),
  customCommand: defineSetting(commandLine(), {
    group: 'tunnel',
    title: 'custom: command',
    description: 'Program and arguments as a JSON array of strings; no shell runs it.',
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
    description:
      'Passed to the command as a file; {secret_file} in the command stands for its path.',
    default: null,
    secret: true,
    restart: 'tunnel',
  }),
};
