import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { systemClock } from '../adapters/system/clock.ts';
import { type StubReply, stubUpstream } from '../adapters/upstream-stub/stub.ts';
import type { Config } from '../config/config.ts';
import { type DemoCall, demoAgents } from '../demo/demo-calls.ts';
import { type Agent, plainAgent } from '../domain/agent.ts';
import { Fault, type Result } from '../domain/fault.ts';
import type { AgentId } from '../domain/ids.ts';
import { Secret } from '../domain/secret.ts';
import { defaultPolicyYaml } from '../policy/index.ts';
import type { Agents } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Journal } from '../ports/journal.ts';
import type { User } from '../ports/users.ts';
import type { AppOptions, DemoParts, Dependencies } from './dependencies.ts';

/** A service that was opened for a demo. */
interface App {
  readonly http: FastifyInstance;
  readonly agents: Agents;
  readonly journal: Pick<Journal, 'append'>;
  readonly ids: Ids;
  close(): Promise<void>;
}

/** Opens a service; it is handed in, because the service that opens a demo is made the same way. */
export type OpenApp = (options: AppOptions) => Promise<Result<App>>;

interface DemoPlace extends Pick<Dependencies, 'config' | 'baseUrl' | 'detector'> {
  /** An empty folder. */
  readonly folder: string;
  /** When the demo begins, in milliseconds since the epoch. */
  readonly fromMs: number;
}

/** A clock that is behind, and that calls move on. */
interface DemoClock extends Clock {
  /** Moves the time on to `atMs`, and no further than now. */
  moveTo(atMs: number): void;
}

/** The demo's own service, and how to play calls on it. */
export interface DemoApp {
  readonly http: FastifyInstance;
  readonly clock: DemoClock;
  /** Plays a call turn by turn, as a voice platform sends it, and hangs up; `aloud` at the pace of speech. */
  play(
    call: DemoCall,
    options: { readonly signal: AbortSignal; readonly aloud: boolean },
  ): Promise<void>;
  close(): Promise<void>;
}

/** How long a caller speaks who is played aloud, in milliseconds a character, and the model a word. */
const [characterMs, wordMs] = [40, 140];
/** How long a turn lasts by the demo's clock, in milliseconds. */
const turnMs = 14_000;

/** Everybody in a demo: nobody in it is real, so it hides nothing, and the role may change nothing that leaves it. */
const visitor: User = {
  id: 'usr_0000000000000000000000DEM0',
  identity: null,
  login: 'demo',
  emailVerified: false,
  displayName: 'Demo',
  role: 'compliance',
  createdAt: new Date(0).toISOString(),
};

/** On every report of the demo. */
const clinic: DemoParts['clinic'] = {
  name: 'Demo clinic: all calls are invented',
  system: '',
  location: '',
  contact: '',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** The default policy; it also keeps what was said, which the demo shows. */
const demoPolicyYaml = defaultPolicyYaml
  .replace('name: healthcare-default', 'name: demo')
  .replace('log_payloads: false', 'log_payloads: true');

/** Opens the service of a demo. Rejects when it cannot be opened. */
export async function openDemoApp(place: DemoPlace, openApp: OpenApp): Promise<DemoApp> {
  const { baseUrl, detector, folder } = place;
  const policyPath = join(folder, 'policy.yaml');
  await writeFile(policyPath, demoPolicyYaml);
  const secret = randomBytes(32).toString('hex');
  const clock = createDemoClock(place.fromMs);
  const cue: Cue = { answer: undefined };
  const model = {
    upstream: stubUpstream((body) => answerOn(cue, body)),
    model: 'stub',
    skipsModelPass: false,
  };
  const opened = await openApp({
    config: { ...ownConfig(place), policyPath, webhookSecrets: [new Secret(secret)] },
    env: {},
    baseUrl,
    detector,
    demo: { clock, routes: new Map([['stub', model]]), clinic, visitor },
  });
  if (!opened.ok) throw new Error('the service of the demo cannot be opened');
  const { http, close, ...app } = opened.value;
  const agents = await makeAgents(app, clock);
  const send = async (path: string, body: object): Promise<string | undefined> => {
    const payload = JSON.stringify(body);
    const signature = createHmac('sha256', secret).update(payload).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-voice-signature': `sha256=${signature}`,
    };
    const answer = await http.inject({ method: 'POST', url: path, payload, headers });
    return answer.statusCode === 200 ? answer.body : undefined;
  };
  return {
    http,
    clock,
    play: (call, options) => playCall({ call, agents, clock, cue, send, ...options }),
    close: async () => {
      await http.close();
      await close();
    },
  };
}

/** Nothing that calls or people outside of this process can reach, and no secret of this installation. */
function ownConfig({ config, folder }: DemoPlace): Config {
  return {
    ...config,
    dataDir: join(folder, 'data'),
    databaseUrl: null,
    reportsDir: null,
    ingressPort: null,
    callsUrl: null,
    twilioAuthToken: null,
    requireTimestamp: false,
    signatureHeaders: [],
    idp: null,
    adminLogins: [],
    allowedLogins: [],
    rateLimit: 'off',
    tls: null,
    metricsToken: null,
    dev: false,
    logLevel: config.logLevel === 'silent' ? 'silent' : 'fatal',
  };
}

function createDemoClock(fromMs: number): DemoClock {
  let behindMs = systemClock.now() - fromMs;
  return {
    now: () => systemClock.now() - behindMs,
    monotonicUs: systemClock.monotonicUs,
    moveTo: (atMs) => {
      behindMs = Math.max(0, Math.min(behindMs, systemClock.now() - atMs));
    },
  };
}

async function makeAgents(
  { agents, journal, ids }: Pick<App, 'agents' | 'journal' | 'ids'>,
  clock: Clock,
): Promise<ReadonlyMap<string, AgentId>> {
  const made = new Map<string, AgentId>();
  const ts = new Date(clock.now()).toISOString();
  for (const name of demoAgents) {
    const agent: Agent = {
      ...plainAgent,
      tokenGuidance: false,
      id: ids.next('agt'),
      name: `${name} (demo)`,
      upstream: 'stub',
      createdAt: ts,
    };
    await agents.create(agent);
    const { upstream } = agent;
    const fields = { actor: 'demo', upstream, tokenization: 'vault-deterministic' } as const;
    await journal.append([{ kind: 'agent_created', ts, agent_id: agent.id, fields }]);
    made.set(name, agent.id);
  }
  return made;
}

/** What the test model is to answer next. */
interface Cue {
  answer: string | undefined;
  wordMs?: number | undefined;
}

function answerOn({ answer, wordMs }: Cue, body: string): StubReply {
  if (answer === undefined) throw new Fault('upstream_error', 'the test model fails here');
  const text = answer.replace(/\{([A-Z_]+)\}/g, (_, kind: string) => newestToken(kind, body));
  return { text, ...(wordMs !== undefined && { wordMs }) };
}

function newestToken(kind: string, body: string): string {
  return body.match(new RegExp(`TOK1\\.${kind}\\.[\\w.-]+\\w`, 'g'))?.at(-1) ?? '';
}

interface Played {
  readonly call: DemoCall;
  readonly agents: ReadonlyMap<string, AgentId>;
  readonly clock: DemoClock;
  readonly cue: Cue;
  /** Sends a signed request; resolves with the body of a 200, or undefined. */
  readonly send: (path: string, body: object) => Promise<string | undefined>;
  readonly signal: AbortSignal;
  readonly aloud: boolean;
}

async function playCall({ call, agents, clock, cue, send, signal, aloud }: Played): Promise<void> {
  const agent = agents.get(call.agent);
  const about = { call: { id: randomUUID() } };
  const { functionName: name } = call;
  const tools = name === undefined ? {} : { tools: [{ type: 'function', function: { name } }] };
  const messages: object[] = [];
  await send(`/voice/webhook/${agent}`, { message: { type: 'assistant-request', ...about } });
  for (const { said, answer } of call.turns) {
    signal.throwIfAborted();
    clock.moveTo(clock.now() + turnMs);
    if (aloud) await wait(said.length * characterMs, undefined, { signal });
    messages.push({ role: 'user', content: said });
    Object.assign(cue, { answer, wordMs: aloud ? wordMs : undefined });
    const path = `/proxy/${agent}/v1/chat/completions`;
    const reply = await send(path, { model: 'demo', stream: aloud, messages, ...about, ...tools });
    if (reply === undefined) break;
    messages.push({ role: 'assistant', content: heardIn(reply) });
  }
  await send(`/voice/webhook/${agent}`, { message: { type: 'end-of-call-report', ...about } });
}

interface Choice {
  readonly delta?: { readonly content?: string };
  readonly message?: { readonly content?: string };
}

/** The text of a reply, streamed or not. */
function heardIn(reply: string): string {
  const parts = reply.startsWith('data:')
    ? reply.split('\n').flatMap((line) => /^data: (\{.*)/.exec(line)?.[1] ?? [])
    : [reply];
  return parts
    .flatMap((part) => (JSON.parse(part) as { choices: readonly Choice[] }).choices)
    .map(({ delta, message }) => delta?.content ?? message?.content ?? '')
    .join('');
}
