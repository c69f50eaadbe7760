import { z } from 'zod';
import type { Ask, Planned, Provider, Sign } from '../provider.ts';
import { type Troubles, troubleIn } from '../trouble.ts';

/** A line of its log. */
const entry = z.object({
  msg: z.string().optional(),
  obj: z.string().optional(),
  url: z.string().optional(),
  err: z.string().nullish(),
});

const troubles: Troubles = [
  {
    pattern: /ERR_NGROK_(105|106|107|4018)\b/,
    words:
      'ngrok does not take the authtoken (ERR_NGROK_$1). Copy it again from the ngrok dashboard (ngrokAuthtoken).',
    final: true,
  },
  {
    pattern: /ERR_NGROK_108\b/,
    words:
      'The ngrok account allows no further agent at the same time (ERR_NGROK_108). Stop the other one, or change the plan.',
    final: false,
  },
  {
    pattern: /ERR_NGROK_(334|18021)\b/,
    words:
      'The public address is in use by another ngrok agent (ERR_NGROK_$1). Stop that one, or set another tunnelPublicUrl.',
    final: false,
  },
  {
    pattern: /(ERR_NGROK_\d+)/,
    words: 'ngrok refuses the tunnel ($1). The number is explained in the documentation of ngrok.',
    final: false,
  },
];

/**
 * An endpoint of an ngrok account. The agent's own inspector, which keeps requests in memory and shows
 * them to every program of the machine, is off. ngrok ends TLS and can read every call.
 */
export const ngrok: Provider = {
  name: 'ngrok',
  tool: () => ({
    name: 'ngrok',
    folders: [
      '/usr/local/bin',
      '/usr/bin',
      '/snap/bin',
      '/opt/homebrew/bin',
      'C:\\Program Files\\ngrok',
      'C:\\ProgramData\\chocolatey\\bin',
    ],
    version: { args: ['version'], least: '3.16.0' },
    install: 'Install ngrok 3.16 or newer, or name its place in the setting tunnelBinary.',
  }),
  plan,
};

async function plan({ setting, secret, ingress, pathOf }: Ask): Promise<Planned> {
  const authtoken = await secret('ngrokAuthtoken');
  if (authtoken === null)
    return { ok: false, problems: ['Set ngrokAuthtoken: the authtoken of your ngrok account.'] };
  const publicUrl = setting('tunnelPublicUrl');
  const configuration = {
    version: 3,
    agent: {
      authtoken,
      web_addr: false,
      inspect_db_size: -1,
      remote_management: false,
      update_check: false,
      console_ui: false,
      log: 'stdout',
      log_format: 'json',
      log_level: 'info',
    },
    endpoints: [
      {
        name: 'calls',
        ...(publicUrl === null ? {} : { url: publicUrl }),
        upstream: { url: ingress.origin },
      },
    ],
  };
  return {
    ok: true,
    value: {
      args: ['start', '--config', pathOf('ngrok.yml'), 'calls'],
      // JSON is YAML, and quotes what people type.
      files: { 'ngrok.yml': `${JSON.stringify(configuration, null, 2)}\n` },
      reads,
    },
  };
}

function reads(line: string): Sign | null {
  const trouble = troubleIn(line, troubles);
  const sign = statusIn(line);
  return trouble === null ? sign : { ...sign, trouble };
}

function statusIn(line: string): Sign | null {
  const said = parse(line);
  if (said === null) return null;
  if (said.msg === 'started tunnel' && said.url?.startsWith('https://'))
    return { up: true, publicUrl: said.url };
  if (said.msg === 'client session established') return { up: true };
  return said.msg === 'session closed, starting reconnect loop' ||
    said.msg === 'failed to reconnect session'
    ? { up: false }
    : null;
}

function parse(line: string): z.infer<typeof entry> | null {
  try {
    return entry.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
