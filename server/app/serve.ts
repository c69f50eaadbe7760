import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Config, listenUrl } from '../config/config.ts';
import { isGuessable } from '../config/variable-parsers.ts';
import { type Agent, plainAgent } from '../domain/agent.ts';
import type { Problem, Result } from '../domain/fault.ts';
import { trackUnusedConnections } from '../http/server/create-server.ts';
import { isLoopbackHost } from '../shared/loopback.ts';
import { type App, createApp } from './create-app.ts';
import type { HostLink } from './host-link.ts';

/** Prints the next steps for a new user, with the values of this installation, and shows the sign-in. */
export async function printGuide(
  app: App,
  { baseUrl, config, guide }: { baseUrl: string; config: Config; guide: Guide },
): Promise<void> {
  const agent = await firstAgent(app);
  const link = app.createSignInLink?.();
  const signIn =
    link === undefined
      ? `Sign in:  ${baseUrl}/api/v1/auth/idp`
      : `Sign in once, within 15 minutes:\n  ${link}`;
  const lines = [
    '',
    signIn,
    '',
    'Make a first call, in another terminal:',
    '  npm run first-call',
    '',
    `Agent "${agent.name}" is an OpenAI-compatible endpoint at`,
    `  ${baseUrl}/proxy/${agent.id}/v1`,
    'Requests are signed (X-Voice-Signature: HMAC-SHA256 of the body). To print the secret:',
    '  npx svc signing-secret',
    '',
    `Data and keys are in ${config.dataDir}; back up keys.json, nothing opens without it.`,
    'Ctrl-C stops the service.',
    '',
  ];
  process.stdout.write(lines.join('\n'));
  if (link !== undefined) guide.showSignIn(link);
}

/**
 * The newest agent; creates one on a fresh install. That one has the provider's model, because the `stub`
 * skips the pass that finds names (spec, rule 2); test calls need no provider.
 */
async function firstAgent({ agents, journal, clock, ids }: App): Promise<Agent> {
  const [found] = await agents.list({ limit: 1 });
  if (found !== undefined) return found;
  const now = new Date(clock.now()).toISOString();
  const agent: Agent = {
    ...plainAgent,
    id: ids.next('agt'),
    name: 'first-agent',
    upstream: 'provider:model-small',
    createdAt: now,
  };
  await agents.create(agent);
  const fields = {
    actor: 'first_run',
    upstream: agent.upstream,
    tokenization: 'vault-deterministic',
  };
  await journal.append([{ kind: 'agent_created', ts: now, agent_id: agent.id, fields }]);
  return agent;
}

/** The part of the guide that is not text. */
export interface Guide {
  /** Shows the one-time sign-in link to the person at this machine. */
  showSignIn(link: string): void;
}

export interface ServeOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints the next steps for a new user, and creates a first agent when there is none. */
  readonly guide?: Guide;
  /** The program that started this one; it learns when calls are served. */
  readonly host?: HostLink | undefined;
}

/** Longest wait for calls in flight at the end, in milliseconds. */
const drainMs = 30_000;
/** How often idle connections are closed meanwhile, in milliseconds. */
const idleCheckMs = 100;

/**
 * Runs the service until SIGTERM, SIGINT or its host ends it, then drains: no new connections, calls
 * in flight finish, everything is written. Rejects when a store ends unexpectedly, so that the supervisor
 * restarts the process. Ready when it prints `listening on <url>`. Returns problems of configuration
 * immediately, and then nothing runs.
 */
export async function serve(config: Config, options: ServeOptions): Promise<Result<void>> {
  const { env, guide, host } = options;
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const baseUrl = config.baseUrl ?? listenUrl(config, port);
  // A step that takes seconds is named before it begins.
  const say = (step: string) => guide && process.stdout.write(`${step}\n`);
  say('Opening the databases');
  const created = await createApp({ config, env, baseUrl, callsUrl: host?.callsUrl });
  if (!created.ok) return created;
  const app = created.value;
  const wanted = Promise.race([endSignal(), ...(host === undefined ? [] : [host.ended])]);
  const crashed = app.ended?.then(() => {
    throw new Error('a store has ended by itself');
  });
  const ended = Promise.race([wanted, ...(crashed === undefined ? [] : [crashed])]);
  // Awaited below, once calls are served.
  ended.catch(() => undefined);
  const silent = serversOf(app).map(({ server }) => trackUnusedConnections(server));
  try {
    say('Rehearsing a call');
    await warmUp(app, ended);
    const problems = await listen(app, config, port);
    if (problems.length > 0) return { ok: false, problems };
    process.stdout.write(`listening on ${listenUrl(config, port)}\n`);
    if (!keepsCookies(baseUrl)) app.logger.warn(httpsAdvice);
    if (config.webhookSecrets.some(isGuessable)) app.logger.warn(secretAdvice);
    if (guide) await printGuide(app, { baseUrl, config, guide });
    else if (process.stdout.isTTY && host === undefined && !config.dev) printSignInLink(app);
    host?.ready({ ...app, url: baseUrl, ingressUrl: ingressUrlOf(app, config) });
    await ended.finally(app.drain);
  } finally {
    await stop(app, () => {
      for (const connections of silent) connections.end();
    });
  }
  return { ok: true, value: undefined };
}

/** Before the service listens: `/health` answers 200 when no first caller has to wait for it. Ends with the service. */
async function warmUp({ warmUp: run, logger }: App, ended: Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  ended.then(stop, stop);
  const before = performance.now();
  await run(stopping.signal).catch((error) => {
    if (!stopping.signal.aborted) logger.warn({ err: error }, 'not warmed up');
  });
  logger.info({ ms: Math.round(performance.now() - before) }, 'warmed up');
}

/** Only at a terminal: in a pipe or a system log the link would be a secret in a file (design D40). */
function printSignInLink({ createSignInLink }: App): void {
  if (createSignInLink === undefined) return;
  process.stdout.write(`sign in once, within 15 minutes: ${createSignInLink()}\n`);
}

const httpsAdvice =
  'browsers keep no sign-in over plain HTTP: set SVC_TLS_CERT and SVC_TLS_KEY, or put HTTPS in front of the service and name it in SVC_BASE_URL';

const secretAdvice =
  'a signing secret has fewer than 16 characters: outside development the service refuses it';

/** The session cookie is Secure; over plain HTTP browsers accept it only from their own machine. */
function keepsCookies(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' || isLoopbackHost(hostname);
}

async function listen(app: App, config: Config, port: number): Promise<readonly Problem[]> {
  const { host, ingressPort } = config;
  const problem =
    (await listenOn(app.http, { host, port }, 'SVC_PORT')) ??
    (app.ingress &&
      (await listenOn(app.ingress, { host, port: ingressPort ?? 0 }, 'SVC_INGRESS_PORT')));
  return problem === undefined ? [] : [problem];
}

/** What the operator can do about an unusable address. */
const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'stop the other program, or take another port',
  EADDRNOTAVAIL: 'SVC_HOST must be an address of this machine',
  EACCES: 'take a port from 1024 on, or give the service the right to this one',
  ENOTFOUND: 'SVC_HOST must be an address of this machine',
};

/** Listens; returns a problem of `variable` when the operator must correct the address. */
async function listenOn(
  server: App['http'],
  address: { readonly host: string; readonly port: number },
  variable: string,
): Promise<Problem | undefined> {
  try {
    await server.listen(address);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const remedy = remedies[code];
    if (remedy === undefined) throw error;
    return {
      path: variable,
      message: `${address.host}:${address.port} cannot be listened on (${code}): ${remedy}`,
    };
  }
}

function ingressUrlOf({ ingress }: App, config: Config): string | null {
  const address = ingress?.server.address();
  return address && typeof address === 'object' ? listenUrl(config, address.port) : null;
}

const serversOf = ({ http, ingress }: App) => (ingress === undefined ? [http] : [http, ingress]);

async function stop(app: App, endSilent: () => void): Promise<void> {
  const servers = serversOf(app);
  // A connection stays open after its last reply, for the next request.
  const idle = setInterval(() => {
    for (const { server } of servers) server.closeIdleConnections();
    endSilent();
  }, idleCheckMs);
  // A client that reads one byte a second must not prevent the end.
  const deadline = setTimeout(() => {
    for (const { server } of servers) server.closeAllConnections();
  }, drainMs);
  await Promise.all(servers.map((server) => server.close()));
  clearInterval(idle);
  clearTimeout(deadline);
  await app.close();
}

function endSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
}

/** A free port; the routes need the URL before the server listens. */
async function freePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
