import { z } from 'zod';
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
  'Install cloudflared 2025.4.0 or newer from Cloudflare, or name its place in the setting tunnelBinary.';

/** What a token holds: account, tunnel and its secret. */
const token = z.object({ a: z.string().min(1), t: z.string().min(1), s: z.string().min(1) });

/** Of `/config`: what the tunnel gives out, as it was set up at Cloudflare. */
const configuration = z.object({
  config: z.object({
    ingress: z.array(z.object({ hostname: z.string().nullish(), service: z.string() })),
  }),
});

const diagnoses: DiagnosisTable = [
  {
    pattern: /Provided Tunnel token is not valid/,
    message:
      'Cloudflare does not take the token. Copy it again from the tunnel in the Cloudflare dashboard (cloudflaredToken).',
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
      'The addresses of Cloudflare cannot be looked up (argotunnel.com). Check the network and its name servers.',
    final: false,
  },
  {
    pattern: /failed to dial to edge|Unable to establish connection with Cloudflare edge/,
    message:
      "Cloudflare cannot be reached. The network must let out UDP and TCP to port 7844 of Cloudflare's edge.",
    final: false,
  },
];

/**
 * A named tunnel of a Cloudflare account. Where it leads is set up there, so what it gives out is
 * looked at all the time. Cloudflare ends TLS and can read every call.
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
          : 'cloudflaredToken is no token of a tunnel. Copy the long text that begins with eyJ from the Cloudflare dashboard.',
      ],
    };
  const publicUrl = setting('tunnelPublicUrl');
  const metrics = new URL(`http://127.0.0.1:${await freePort()}`);
  return {
    ok: true,
    value: {
      args: [
        'tunnel',
        // In place of a configuration of the user's own, which could give out anything.
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
  try {
    return token.safeParse(JSON.parse(Buffer.from(text, 'base64').toString('utf8'))).success;
  } catch {
    return false;
  }
}

/** Connected, and leading to the ingress listener alone. */
async function probe(metrics: URL, ingress: URL, publicUrl: string | null): Promise<ToolStatus> {
  const { status } = await loopbackGet(new URL('/ready', metrics));
  const { body } = await loopbackGet(new URL('/config', metrics));
  const rules = configuration.parse(JSON.parse(body)).config.ingress;
  const other = rules.find(({ service }) => !isAnswer(service) && !leadsTo(service, ingress));
  if (other !== undefined)
    return {
      up: false,
      diagnosis: {
        final: true,
        message: `At Cloudflare, this tunnel is set up to give out ${other.service}. It was stopped: it may give out ${ingress.origin} and nothing else. Change its public hostnames in the Cloudflare dashboard, then start it again.`,
      },
    };
  const calls = rules.find(({ service }) => leadsTo(service, ingress));
  if (status === 200 && calls === undefined)
    return {
      up: false,
      diagnosis: {
        final: false,
        message: `At Cloudflare, this tunnel has no public hostname that leads to ${ingress.origin}. Add one in the Cloudflare dashboard.`,
      },
    };
  const host = publicUrl === null ? plainHost(calls?.hostname) : null;
  return { up: status === 200, ...(host === null ? {} : { publicUrl: `https://${host}` }) };
}

/** What cloudflared answers by itself, without asking anyone. */
function isAnswer(service: string): boolean {
  return /^http_status:\d{3}$/.test(service);
}

/** Null for every host, and for a family of them. */
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
