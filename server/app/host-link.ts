import {
  type FromHost,
  type FromServer,
  fromHost,
  hostProtocol,
} from '../contract/host-messages.ts';
import type { Problem } from '../domain/fault.ts';
import { productVersion } from '../product.ts';

type Variables = Readonly<Record<string, string>>;

/** The program that started this server, if it speaks the host protocol. */
export interface HostLink {
  /** Says hello and returns the host's secret variables; undefined when they do not arrive in time. */
  secrets(): Promise<Variables | undefined>;
  /** The URL for voice platforms that the host sent last; null without a tunnel. */
  callsUrl(): string | null;
  /** Reports that calls are served, and answers the host from now on. */
  ready(service: HostedService): void;
  /** Reports that the server cannot run with its configuration. */
  refused(problems: readonly Problem[]): void;
  /** Resolves when the host asks the server to end, or has ended itself. */
  readonly ended: Promise<void>;
  /** Closes the channel, which would keep the process alive. */
  close(): void;
}

export interface HostedService {
  readonly url: string;
  readonly ingressUrl: string | null;
  /** Why calls cannot be served now. */
  health(): readonly string[];
  /** The number of calls in progress. */
  liveCalls?(): number;
  /** Makes a one-time sign-in link; absent when the clinic's own provider signs people in. */
  readonly createSignInLink?: () => string;
}

/** The part of `process` that talks to a host, if there is one. */
export type Channel = Pick<NodeJS.Process, 'on' | 'once' | 'pid'> &
  Partial<Pick<NodeJS.Process, 'send' | 'disconnect' | 'connected'>>;

/** Longest wait for the host's secrets, in milliseconds. */
const secretsMs = 30_000;

/**
 * Connects to the host that started this process with a channel (`SVC_HOST_IPC=1`); undefined for a
 * server without a host.
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
    // If the host has just ended, `disconnect` follows.
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
 * Adds the host's secrets to the environment of this command, which reads them there; does nothing
 * without a host. Other processes do not see variables that were added after the start.
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
