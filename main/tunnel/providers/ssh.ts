import { constants } from 'node:fs';
import { z } from 'zod';
import { canAccess } from '../find-binary.ts';
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
      'The SSH server shows another host key than before: it was reinstalled, or an attacker is in between. Nothing was sent to it. Ask its administrator for the new key. Only if the server shows that key, put it in sshKnownHostsFile and start the tunnel again.',
    final: true,
  },
  {
    pattern: /No \S+ host key is known for/,
    message:
      'The host key of the SSH server is not in sshKnownHostsFile. Ask its administrator for the public host key, put it there and start the tunnel again.',
    final: true,
  },
  {
    pattern: /UNPROTECTED PRIVATE KEY FILE|bad permissions/,
    message:
      'Other users can read the file sshKeyFile, so ssh does not use it. Remove their permissions (chmod 600) and start the tunnel again.',
    final: true,
  },
  {
    pattern: /Load key .*(passphrase|invalid format|error in libcrypto)/,
    message:
      'The key in sshKeyFile cannot be used: it needs a passphrase or is not a private key. Make a key without a passphrase for this tunnel alone.',
    final: true,
  },
  {
    pattern: /Permission denied \(/,
    message:
      "The SSH server does not accept the key. Add its public half to that user's authorized_keys on the server.",
    final: false,
  },
  {
    pattern: /remote port forwarding failed|administratively prohibited/i,
    message:
      'The SSH server does not open the port for calls: the port is taken, perhaps by a connection that just broke, or its settings forbid it (AllowTcpForwarding, PermitListen, GatewayPorts).',
    final: false,
  },
  {
    pattern: /Could not resolve hostname/,
    message: 'The name of the SSH server cannot be resolved. Check sshDestination and the network.',
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
 * A port of the clinic's own SSH server, forwarded to this machine. It never prompts: it fails with
 * an unusable key or an unknown server.
 */
export const ssh: Provider = {
  name: 'ssh',
  tool: () => ({
    name: 'ssh',
    folders: ['/usr/bin', '/usr/local/bin', 'C:\\Windows\\System32\\OpenSSH'],
    version: { args: ['-V'], least: '7.6' },
    install: 'Install the OpenSSH client, or set tunnelBinary to its path.',
  }),
  plan,
};

/** Settings without which ssh cannot connect or trust the server. */
const needed = z.object({
  tunnelPublicUrl: z.string(),
  sshDestination: z.string(),
  sshKeyFile: z.string(),
  sshKnownHostsFile: z.string(),
  sshRemotePort: z.int(),
});

async function plan({ setting, ingress }: PlanContext): Promise<Planned> {
  const given = needed.keyof().options.map((key) => [key, setting(key)] as const);
  const made = needed.safeParse(Object.fromEntries(given));
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
          // Replaces the machine's own file, which others maintain.
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

/**
 * No configuration file, no agent, no prompt, no other forwarding: one key, one server, one port.
 */
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

/** A path as a value of `-o`: quoted, and without expansion. */
function asPath(path: string): string {
  return `"${path.replaceAll('\\', '/').replaceAll('%', '%%')}"`;
}

/** Brackets separate an IPv6 address from the ports. */
function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

async function fileProblems(files: Readonly<Record<string, string>>): Promise<string[]> {
  const problems: string[] = [];
  for (const [setting, path] of Object.entries(files)) {
    if (/["$]/.test(path)) problems.push(`${setting}: the path may hold no " and no $.`);
    else if (!(await canAccess(path, constants.R_OK)))
      problems.push(`${setting}: ${path} cannot be read. Check the path and who may read it.`);
  }
  return problems;
}

function reads(line: string): ToolStatus | null {
  if (/^debug1: remote forward success for/.test(line)) return { up: true };
  const trouble = /^debug\d:/.test(line) ? null : diagnose(line, diagnoses);
  return trouble === null ? null : { diagnosis: trouble };
}
