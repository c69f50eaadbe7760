import { z } from 'zod';
import type { Ask, Planned, Provider, Sign } from '../provider.ts';
import { type Troubles, troubleIn } from '../trouble.ts';

/** Of `tailscale status --json`. */
const status = z.object({
  BackendState: z.string(),
  Self: z.object({ DNSName: z.string() }).nullish(),
});

const troubles: Troubles = [
  {
    pattern: /(https:\/\/login\.tailscale\.com\/\S+)/,
    words: 'Funnel is not allowed for this machine yet. An admin of the tailnet allows it at $1',
    final: false,
  },
  {
    pattern: /[Aa]ccess denied/,
    words:
      'Tailscale does not let this user set up Funnel. As an administrator, run: tailscale set --operator=<user of this app>',
    final: false,
  },
  {
    pattern: /background configuration already exists|already exists under this port/,
    words:
      'Tailscale serves something else on this port already. Remove that (tailscale funnel reset removes all), or set another tailscalePort.',
    final: false,
  },
  {
    pattern: /failed to connect to local [Tt]ailscale/,
    words: 'The Tailscale service of this machine does not run. Start it (tailscaled).',
    final: false,
  },
];

/** What to do about a state other than `Running`. */
const states: Readonly<Record<string, string>> = {
  NeedsLogin: 'Tailscale is signed out on this machine. Run: tailscale up',
  NeedsMachineAuth: 'An admin of the tailnet must approve this machine.',
  Stopped: 'Tailscale is switched off on this machine. Run: tailscale up',
};

/**
 * Funnel of the Tailscale that runs on this machine. It runs in the foreground: what it gives out ends
 * with it, however it ends. TLS ends on this machine, so that nobody in between can read a call.
 */
export const tailscale: Provider = {
  name: 'tailscale',
  tool: () => ({
    name: 'tailscale',
    folders: [
      '/usr/bin',
      '/usr/local/bin',
      '/opt/homebrew/bin',
      '/Applications/Tailscale.app/Contents/MacOS',
      'C:\\Program Files\\Tailscale',
    ],
    version: { args: ['version'], least: '1.52.0' },
    install: 'Install Tailscale 1.52 or newer and sign in, or name its place in tunnelBinary.',
  }),
  plan,
};

async function plan({ setting, ingress, run }: Ask): Promise<Planned> {
  const port = setting('tailscalePort') ?? '443';
  let offered = false;
  return {
    ok: true,
    value: {
      args: ['funnel', '--yes', `--https=${port}`, target(ingress)],
      reads: (line) => {
        offered ||= /Available on the internet/.test(line);
        const trouble = troubleIn(line, troubles);
        return trouble === null ? null : { trouble };
      },
      probe: async () => (offered ? ask(await run(['status', '--json']), port) : { up: false }),
    },
  };
}

/** The certificate of the ingress listener, if it has one, is for its public name. */
function target({ protocol, host }: URL): string {
  return protocol === 'https:' ? `https+insecure://${host}` : `http://${host}`;
}

function ask(answer: string, port: string): Sign {
  const { BackendState: state, Self: self } = status.parse(JSON.parse(answer));
  if (state !== 'Running') {
    const words = states[state] ?? `Tailscale is not connected (${state}).`;
    return { up: false, trouble: { words, final: false } };
  }
  const name = self?.DNSName.replace(/\.$/, '') ?? '';
  if (name === '') return { up: true };
  return { up: true, publicUrl: `https://${name}${port === '443' ? '' : `:${port}`}` };
}
