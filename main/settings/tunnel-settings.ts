import { choice, hostName, httpUrl } from '../../server/shared/setting-schemas.ts';
import { tunnelProviders } from '../ipc/schema.ts';
import { settingGroup } from './define-setting.ts';
import { absolutePath, commandLine, port, secretText, sshDestination } from './forms.ts';

const setting = settingGroup({ group: 'tunnel', restart: 'tunnel' });

/** How calls reach this machine. */
export const tunnelSettings = {
  tunnelProvider: setting(choice(...tunnelProviders), {
    title: 'Tunnel',
    description: 'The program through which calls arrive; none if you use your own proxy.',
    default: 'none',
  }),
  tunnelBinary: setting(absolutePath(), {
    title: 'Tunnel program',
    description: 'Unset: the app looks where its installer puts it.',
  }),
  tunnelPublicUrl: setting(httpUrl('https:'), {
    title: 'Public address of the tunnel',
    description: 'Where voice platforms reach it. Needed for ssh; other tunnels may report it.',
  }),
  cloudflaredToken: setting(secretText(), {
    title: 'cloudflared: token',
    description: "The tunnel's token, from its Cloudflare account.",
    secret: true,
  }),
  sshDestination: setting(sshDestination(), {
    title: 'ssh: user and host',
    description: 'The machine with a public address, such as calls@gate.example.com.',
  }),
  sshPort: setting(port(), {
    title: 'ssh: port',
    description: 'The port of the SSH server.',
    default: 22,
  }),
  sshKeyFile: setting(absolutePath(), {
    title: 'ssh: key file',
    description: "Private key without a passphrase, readable only by this app's user.",
  }),
  sshKnownHostsFile: setting(absolutePath(), {
    title: 'ssh: known hosts file',
    description: "Holds the SSH server's public key; other servers are refused.",
  }),
  sshRemotePort: setting(port(), {
    title: 'ssh: port opened for calls',
    description: 'The SSH server opens it and forwards it to this machine as calls.',
  }),
  sshRemoteAddress: setting(hostName(), {
    title: 'ssh: address opened for calls',
    description: 'Unset: loopback, for a web server on that host that forwards calls.',
  }),
  customCommand: setting(commandLine(), {
    title: 'custom: command',
    description: 'Program and arguments as a JSON array of strings; no shell runs it.',
  }),
  customHealthUrl: setting(httpUrl(), {
    title: 'custom: health address',
    description: 'Answers 200 while the tunnel is up, such as http://127.0.0.1:2000/ready.',
  }),
  customSecret: setting(secretText(), {
    title: 'custom: secret',
    description:
      'Passed to the command as a file; {secret_file} in the command stands for its path.',
    secret: true,
  }),
};
