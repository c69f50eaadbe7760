import { z } from 'zod';
import { parseJson } from '../../../server/shared/json.ts';
import { isLoopbackHost } from '../../../server/shared/loopback.ts';
import { loopbackGet } from '../../platform/loopback-get.ts';
import {
  type DiagnosisTable,
  diagnose,
  type PlanContext,
  type Planned,
  type Provider,
  type ToolStatus,
} from './provider.ts';

const install =
  'Install cloudflared 2025.4.0 or newer from Cloudflare, or set tunnelBinary to its path.';

/** The content of a token: account, tunnel and secret. */
const token = z.object({ a: z.string().min(1), t: z.string().min(1), s: z.string().min(1) });

/** The answer of `/config`: what the tunnel exposes, as configured at Cloudflare. */
const configuration = z.object({
  config: z.object({
    ingress: z.array(z.object({ hostname: z.string().nullish(), service: z.string() })),
  }),
});

const diagnoses: DiagnosisTable = [
  {
    pattern: /Provided Tunnel token is not valid/,
    message:
      'Cloudflare does not accept the token. Copy it again from the tunnel in the Cloudflare dashboard (cloudflaredToken).',
    final: true,
  },
  {
    pattern: /Unauthorized|Invalid tunnel secret/i,
    message:
      'Cloudflare refuses the token: the tunnel was deleted, or its token was rotated. Copy the new one from the Cloudflare dashboard (cloudflaredToken).',
    final: false,
  },
  {
    pattern: /edge discovery: error/,
    message:
      "Cloudflare's addresses cannot be resolved (argotunnel.com). Check the network and its name servers.",
    final: false,
  },
  {
    pattern: /failed to dial to edge|Unable to establish connection with Cloudflare edge/,
    message:
      "Cloudflare cannot be reached. The network must allow outgoing UDP and TCP to port 7844 of Cloudflare's edge.",
    final: false,
  },
];

/**
 * A named tunnel of a Cloudflare account. Cloudflare holds its configuration, so the app keeps
 * checking what it exposes. Cloudflare ends TLS and can read every call.
 */
export const cloudflared: Provider = {
  name: 'cloudflared',
  tool: () => ({
    name: 'cloudflared',
    folders: [
      '/usr/local/bin',
      '/usr/bin',
      '/opt/homebrew/bin',
      'C:\\Program Files\\cloudflared',
      'C:\\Program Files (x86)\\cloudflared',
    ],
    version: { args: ['--version'], least: '2025.4.0' },
    install,
  }),
  plan,
};

async function plan({ setting, secret, ingress, pathOf, freePort }: PlanContext): Promise<Planned> {
  const kept = await secret('cloudflaredToken');
  if (kept === null || !isToken(kept))
    return {
      ok: false,
      problems: [
        kept === null
          ? 'Set cloudflaredToken: the token of a tunnel of your Cloudflare account.'
          : 'cloudflaredToken is not a tunnel token. Copy the long text that begins with eyJ from the Cloudflare dashboard.',
      ],
    };
  const publicUrl = setting('tunnelPublicUrl');
  const metrics = new URL(`http://127.0.0.1:${await freePort()}`);
  return {
    ok: true,
    value: {
      args: [
        'tunnel',
        // Replaces the user's own configuration, which could expose anything.
        ...['--config', pathOf('cloudflared.yml')],
        '--no-autoupdate',
        ...['--metrics', metrics.host],
        '--management-diagnostics=false',
        ...['--grace-period', '5s'],
        'run',
      ],
      variables: { TUNNEL_TOKEN_FILE: pathOf('cloudflared-token') },
      files: { 'cloudflared.yml': 'no-autoupdate: true\n', 'cloudflared-token': `${kept}\n` },
      ...(publicUrl === null ? {} : { publicUrl }),
      parseLine: (line) => {
        if (/Updated to new configuration/.test(line)) return { probeNow: true };
        const trouble = diagnose(line, diagnoses);
        return trouble === null ? null : { diagnosis: trouble };
      },
      probe: () => probe(metrics, ingress, publicUrl),
    },
  };
}

function isToken(text: string): boolean {
  return token.safeParse(parseJson(Buffer.from(text, 'base64').toString('utf8'))).success;
}

/** Up means: connected, and exposing only the ingress listener. */
async function probe(metrics: URL, ingress: URL, publicUrl: string | null): Promise<ToolStatus> {
  const { status } = await loopbackGet(new URL('/ready', metrics));
  const { body } = await loopbackGet(new URL('/config', metrics));
  const rules = configuration.parse(JSON.parse(body)).config.ingress;
  const other = rules.find(({ service }) => !isAnswer(service) && !leadsTo(service, ingress));
  if (other !== undefined)
    return down(
      `At Cloudflare, this tunnel is configured to expose ${other.service}. The app stopped it, because it may expose only ${ingress.origin}. Change its public hostnames in the Cloudflare dashboard, then start it again.`,
      true,
    );
  const calls = rules.find(({ service }) => leadsTo(service, ingress));
  if (status === 200 && calls === undefined)
    return down(
      `At Cloudflare, this tunnel has no public hostname that leads to ${ingress.origin}. Add one in the Cloudflare dashboard.`,
      false,
    );
  const host = publicUrl === null ? plainHost(calls?.hostname) : null;
  return { up: status === 200, ...(host === null ? {} : { publicUrl: `https://${host}` }) };
}

function down(message: string, final: boolean): ToolStatus {
  return { up: false, diagnosis: { message, final } };
}

/** A rule that cloudflared answers itself, without a server. */
function isAnswer(service: string): boolean {
  return /^http_status:\d{3}$/.test(service);
}

/** Null for a missing host name and for a wildcard. */
function plainHost(name: string | null | undefined): string | null {
  return name && /^[\w.-]+$/.test(name) ? name : null;
}

function leadsTo(service: string, ingress: URL): boolean {
  if (!URL.canParse(service)) return false;
  const url = new URL(service);
  return (
    url.protocol === ingress.protocol && url.port === ingress.port && isLoopbackHost(url.hostname)
  );
}
