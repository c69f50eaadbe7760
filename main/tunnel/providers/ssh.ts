import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { z } from 'zod';
import {
  type DiagnosisTable,
  diagnose,
  type PlanContext,
  type Planned,
  type Provider,
  type ToolStatus,
} from './provider.ts';

const diagnoses: DiagnosisTable = [
  {
    pattern: /REMOTE HOST IDENTIFICATION HAS CHANGED/,
    message:
      'The SSH server shows another host key than before: it was set up anew, or somebody is in between. Nothing was sent to it. Ask whoever runs it for its new key; only when that is the one it shows, put it in sshKnownHostsFile and start the tunnel again.',
    final: true,
  },
  {
    pattern: /No \S+ host key is known for/,
    message:
      'The host key of the SSH server is not in sshKnownHostsFile. Ask whoever runs the server for its public host key, put it there and start the tunnel again.',
    final: true,
  },
  {
    pattern: /UNPROTECTED PRIVATE KEY FILE|bad permissions/,
    message:
      'Others than its owner can read the file sshKeyFile, so ssh does not use it. Take their rights away (chmod 600) and start the tunnel again.',
    final: true,
  },
  {
    pattern: /Load key .*(passphrase|invalid format|error in libcrypto)/,
    message:
      'The key in sshKeyFile cannot be used: it needs a passphrase or is no private key. Make one without a passphrase for this tunnel alone.',
    final: true,
  },
  {
    pattern: /Permission denied \(/,
    message:
      'The SSH server does not take the key. Its public half must be in authorized_keys of that user there.',
    final: false,
  },
  {
    pattern: /remote port forwarding failed|administratively prohibited/i,
    message:
      'The SSH server does not open the port for calls: it is taken, perhaps by a connection that broke a moment ago, or its settings forbid it (AllowTcpForwarding, PermitListen, GatewayPorts).',
    final: false,
  },
  {
    pattern: /Could not resolve hostname/,
    message: 'The name of the SSH server is not known. Check sshDestination and the network.',
    final: false,
  },
  {
    pattern: /(Connection refused|Connection timed out|Operation timed out|No route to host)/,
    message: 'The SSH server cannot be reached ($1).',
    final: false,
  },
  {
    pattern: /Timeout, server .* not responding|Connection .*closed by remote host|Broken pipe/,
    message: 'The connection to the SSH server broke.',
    final: false,
  },
];

/**
 * A port of an SSH server of the clinic's own, forwarded to this machine. It asks nothing of anybody:
 * a key it cannot use and a server it does not know are refused.
 */
export const ssh: Provider = {
  name: 'ssh',
  tool: () => ({
    name: 'ssh',
    folders: ['/usr/bin', '/usr/local/bin', 'C:\\Windows\\System32\\OpenSSH'],
    version: { args: ['-V'], least: '7.6' },
    install: 'Install the OpenSSH client, or name its place in the setting tunnelBinary.',
  }),
  plan,
};

/** Settings without which there is nothing to connect to, or nobody to trust. */
const needed = z.object({
  tunnelPublicUrl: z.string(),
  sshDestination: z.string(),
  sshKeyFile: z.string(),
  sshKnownHostsFile: z.string(),
  sshRemotePort: z.int(),
});

async function plan({ setting, ingress }: PlanContext): Promise<Planned> {
  const made = needed.safeParse({
    tunnelPublicUrl: setting('tunnelPublicUrl'),
    sshDestination: setting('sshDestination'),
    sshKeyFile: setting('sshKeyFile'),
    sshKnownHostsFile: setting('sshKnownHostsFile'),
    sshRemotePort: setting('sshRemotePort'),
  });
  if (!made.success)
    return {
      ok: false,
      problems: made.error.issues.map(({ path }) => `Set ${path.join('.')} for this tunnel.`),
    };
  const { tunnelPublicUrl, sshDestination, sshKeyFile, sshKnownHostsFile, sshRemotePort } =
    made.data;
  const problems = await fileProblems({ sshKeyFile, sshKnownHostsFile });
  if (problems.length > 0) return { ok: false, problems };
  const address = setting('sshRemoteAddress') ?? 'localhost';
  const listen = `${bracketed(address)}:${sshRemotePort}`;
  return {
    ok: true,
    value: {
      args: [
        ...['-N', '-T', '-v', '-F', 'none'],
        ...options({
          ...fixedOptions,
          IdentityFile: asPath(sshKeyFile),
          UserKnownHostsFile: asPath(sshKnownHostsFile),
          // In place of the machine's own, which others fill.
          GlobalKnownHostsFile: asPath(sshKnownHostsFile),
        }),
        ...['-p', String(setting('sshPort') ?? 22)],
        ...['-R', `${listen}:${ingress.hostname}:${ingress.port}`],
        '--',
        sshDestination,
      ],
      publicUrl: tunnelPublicUrl,
      parseLine: reads,
    },
  };
}

/** No other file of settings, no agent, no question, no way on: one key, one server, one port. */
const fixedOptions = {
  BatchMode: 'yes',
  ExitOnForwardFailure: 'yes',
  ServerAliveInterval: '15',
  ServerAliveCountMax: '3',
  ConnectTimeout: '20',
  StrictHostKeyChecking: 'yes',
  UpdateHostKeys: 'no',
  PreferredAuthentications: 'publickey',
  IdentitiesOnly: 'yes',
  IdentityAgent: 'none',
  ForwardAgent: 'no',
  ForwardX11: 'no',
  PermitLocalCommand: 'no',
  ControlPath: 'none',
} as const;

function options(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

/** A path as a value of `-o`: spaces stay, and nothing in it stands for anything else. */
function asPath(path: string): string {
  return `"${path.replaceAll('\\', '/').replaceAll('%', '%%')}"`;
}

/** An IPv6 address must not run into the ports. */
function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

async function fileProblems(files: Readonly<Record<string, string>>): Promise<string[]> {
  const problems: string[] = [];
  for (const [setting, path] of Object.entries(files)) {
    if (/["$]/.test(path)) problems.push(`${setting}: the path may hold no " and no $.`);
    else if (!(await readable(path)))
      problems.push(`${setting}: ${path} cannot be read. Check the path and who may read it.`);
  }
  return problems;
}

async function readable(path: string): Promise<boolean> {
  try {
    await access(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function reads(line: string): ToolStatus | null {
  if (/^debug1: remote forward success for/.test(line)) return { up: true };
  const trouble = /^debug\d:/.test(line) ? null : diagnose(line, diagnoses);
  return trouble === null ? null : { diagnosis: trouble };
}
