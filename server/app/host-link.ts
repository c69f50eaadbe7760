import {
  type FromHost,
  type FromServer,
  fromHost,
  hostProtocol,
} from '../contract/host-messages.ts';
import type { Problem } from '../domain/fault.ts';
import { productVersion } from '../product.ts';

type Variables = Readonly<Record<string, string>>;

/** The program that started this server, where there is one that speaks the host protocol. */
export interface HostLink {
  /** Says hello; the variables that stand in no environment, undefined when none come in time. */
  secrets(): Promise<Variables | undefined>;
  /** Where voice platforms reach this server, as far as the host knows now. */
  callsUrl(): string | null;
  /** Says that calls are served, and answers the host from here on. */
  ready(service: HostedService): void;
  /** Says that the server cannot run as it is set up. */
  refused(problems: readonly Problem[]): void;
  /** Resolves when the host wants the server to end, or is gone itself. */
  readonly ended: Promise<void>;
  /** The process ends only after it. */
  close(): void;
}

export interface HostedService {
  readonly url: string;
  readonly ingressUrl: string | null;
  /** Why calls cannot be served now. */
  health(): readonly string[];
  /** Calls that go on now. */
  liveCalls?(): number;
  /** Of a link that signs in once; absent when the clinic's own provider signs people in. */
  readonly createSignInLink?: () => string;
}

/** What `process` has of a host: a channel, or none. */
export type Channel = Pick<NodeJS.Process, 'on' | 'once' | 'pid'> &
  Partial<Pick<NodeJS.Process, 'send' | 'disconnect' | 'connected'>>;

/** Longest wait for the host's secrets, in milliseconds. */
const secretsMs = 30_000;

/**
 * The host, when this process was started with a channel to one (`SVC_HOST_IPC=1`); undefined for a
 * server that stands alone.
 */
export function connectHost(
  env: Readonly<Record<string, string | undefined>>,
  channel: Channel = process,
): HostLink | undefined {
  if (env['SVC_HOST_IPC'] !== '1' || channel.send === undefined) return undefined;
  const secretsGiven = Promise.withResolvers<Variables | undefined>();
  const ended = Promise.withResolvers<void>();
  let service: HostedService | undefined;
  let callsUrl: string | null = null;

  const send = (message: FromServer): void => {
    // A host that has just gone is told of by `disconnect`.
    if (channel.connected === true) channel.send?.(message, undefined, {}, () => undefined);
  };

  function handle(message: FromHost): void {
    const { type } = message;
    if (type === 'secrets') secretsGiven.resolve(message.variables);
    else if (type === 'shutdown') ended.resolve();
    else if (type === 'calls_url') callsUrl = message.url?.replace(/\/+$/, '') ?? null;
    else if (type === 'ticket') send({ type, request: message.request, path: signInPath(service) });
    else send({ type, request: message.request, ...healthOf(service) });
  }

  channel.on('message', (message: unknown) => {
    const known = fromHost.safeParse(message);
    if (known.success) handle(known.data);
  });
  channel.once('disconnect', () => {
    secretsGiven.resolve(undefined);
    ended.resolve();
  });

  return {
    secrets: async () => {
      const late = setTimeout(() => secretsGiven.resolve(undefined), secretsMs);
      send({ type: 'hello', protocol: hostProtocol, version: productVersion, pid: channel.pid });
      return await secretsGiven.promise.finally(() => clearTimeout(late));
    },
    callsUrl: () => callsUrl,
    ready: (ready) => {
      service = ready;
      send({ type: 'ready', url: ready.url, ingressUrl: ready.ingressUrl });
    },
    refused: (problems) =>
      send({
        type: 'refused',
        problems: problems.map(({ path, message }) => ({ path, message })),
      }),
    ended: ended.promise,
    close: () => {
      if (channel.connected === true) channel.disconnect?.();
    },
  };
}

/**
 * Puts what a host keeps secret into the environment of a command that an operator runs, from where it
 * reads it; does nothing without a host. Nobody else sees what was added after the start.
 */
export async function adoptSecrets(): Promise<void> {
  const host = connectHost(process.env);
  if (host === undefined) return;
  const secrets = await host.secrets();
  host.close();
  if (secrets === undefined) throw new Error('the host sent no keys');
  Object.assign(process.env, secrets);
}

function healthOf(service: HostedService | undefined) {
  const liveCalls = service?.liveCalls?.();
  return {
    reasons: [...(service?.health() ?? ['starting'])],
    ...(liveCalls === undefined ? {} : { liveCalls }),
  };
}

function signInPath(service: HostedService | undefined): string | null {
  const link = service?.createSignInLink?.();
  if (link === undefined) return null;
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}
