import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan, Planned } from '../../../../main/tunnel/providers/provider.ts';
import { ssh } from '../../../../main/tunnel/providers/ssh.ts';
import type { TunnelSettings } from '../../../support/desktop/tunnel-kit.ts';
import { removeFolder } from '../../../support/remove-folder.ts';

let folder: string;
let settings: TunnelSettings;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc ssh 50%-'));
  await writeFile(join(folder, 'key'), '');
  await writeFile(join(folder, 'hosts'), '');
  settings = {
    tunnelPublicUrl: 'https://calls.example.com',
    sshDestination: 'calls@gate.example.com',
    sshKeyFile: join(folder, 'key'),
    sshKnownHostsFile: join(folder, 'hosts'),
    sshRemotePort: 8788,
  };
});
afterAll(async () => {
  await removeFolder(folder);
});

function plan(changed: TunnelSettings, ingress = 'http://127.0.0.1:9000'): Promise<Planned> {
  const all: TunnelSettings = { ...settings, ...changed };
  return ssh.plan({
    setting: (key) => all[key] ?? null,
    secret: async () => null,
    ingress: new URL(ingress),
    pathOf: (file) => file,
    freePort: async () => 1,
  });
}

async function planOf(changed: TunnelSettings = {}): Promise<Plan> {
  const planned = await plan(changed);
  if (!planned.ok) throw new Error(planned.problems.join());
  return planned.value;
}

async function problems(changed: object): Promise<readonly string[]> {
  const planned = await plan(changed);
  return planned.ok ? [] : planned.problems;
}

describe('the arguments of ssh', () => {
  it('make ssh open one port, ask nothing, and trust only the given host key', async () => {
    const { args } = await planOf();
    const path = (name: string): string => `"${join(folder, name).replaceAll('%', '%%')}"`;
    expect(args.slice(0, 5)).toEqual(['-N', '-T', '-v', '-F', 'none']);
    expect(args.filter((_, at) => args[at - 1] === '-o')).toEqual([
      'BatchMode=yes',
      'ExitOnForwardFailure=yes',
      'ServerAliveInterval=15',
      'ServerAliveCountMax=3',
      'ConnectTimeout=20',
      'StrictHostKeyChecking=yes',
      'UpdateHostKeys=no',
      'PreferredAuthentications=publickey',
      'IdentitiesOnly=yes',
      'IdentityAgent=none',
      'ForwardAgent=no',
      'ForwardX11=no',
      'PermitLocalCommand=no',
      'ControlPath=none',
      `IdentityFile=${path('key')}`,
      `UserKnownHostsFile=${path('hosts')}`,
      `GlobalKnownHostsFile=${path('hosts')}`,
    ]);
    expect(args.slice(-6)).toEqual([
      '-p',
      '22',
      '-R',
      'localhost:8788:127.0.0.1:9000',
      '--',
      'calls@gate.example.com',
    ]);
  });

  it('follow the settings of the port and the address there', async () => {
    const { args } = await planOf({ sshPort: 2222, sshRemoteAddress: '2001:db8::7' });
    expect(args.slice(-6, -2)).toEqual(['-p', '2222', '-R', '[2001:db8::7]:8788:127.0.0.1:9000']);
  });
});

describe('settings without which there is no SSH tunnel', () => {
  it.each([
    'tunnelPublicUrl',
    'sshDestination',
    'sshKeyFile',
    'sshKnownHostsFile',
    'sshRemotePort',
  ] as const)('%s is asked for', async (key) => {
    expect(await problems({ [key]: undefined })).toEqual([`Set ${key} for this tunnel.`]);
  });

  it('files that cannot be read are named', async () => {
    expect(await problems({ sshKeyFile: '/nowhere/key' })).toEqual([
      'sshKeyFile: /nowhere/key cannot be read. Check the path and who may read it.',
    ]);
    expect(await problems({ sshKnownHostsFile: '/nowhere/$HOME' })).toEqual([
      'sshKnownHostsFile: the path may hold no " and no $.',
    ]);
  });
});

describe('what ssh writes', () => {
  it.each<[line: string, message: RegExp, final: boolean]>([
    ['@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @', /another host key/, true],
    ['No ED25519 host key is known for gate.example.com and …', /not in sshKnownHostsFile/, true],
    ['@         WARNING: UNPROTECTED PRIVATE KEY FILE!          @', /chmod 600/, true],
    ['Load key "/k": incorrect passphrase supplied to decrypt private key', /passphrase/, true],
    ['Load key "/k": error in libcrypto', /is not a private key/, true],
    ['calls@gate.example.com: Permission denied (publickey).', /authorized_keys/, false],
    ['Error: remote port forwarding failed for listen port 8788', /the port is taken/, false],
    ['ssh: Could not resolve hostname gate: Name or service not known', /sshDestination/, false],
    ['ssh: connect to host gate port 22: Connection refused', /Connection refused/, false],
    ['ssh: connect to host gate port 22: Connection timed out', /Connection timed out/, false],
    ['Timeout, server gate.example.com not responding.', /connection .* broke/, false],
    ['Connection to gate.example.com closed by remote host.', /connection .* broke/, false],
  ])('is reported with what to do about it: %s', async (line, message, final) => {
    const { parseLine } = await planOf();
    expect(parseLine(line)).toEqual({
      diagnosis: { message: expect.stringMatching(message), final },
    });
  });

  it('is up once the server has opened the port, and not before', async () => {
    const { parseLine } = await planOf();
    expect(parseLine('debug1: Authentication succeeded (publickey).')).toBeNull();
    expect(parseLine('debug1: read_passphrase: Permission denied (no tty)')).toBeNull();
    expect(
      parseLine('debug1: remote forward success for: listen localhost:8788, connect 127…'),
    ).toEqual({
      up: true,
    });
  });
});
