import { z } from 'zod';

/**
 * The messages between a server and its host over Node's IPC channel (design §1; D45). The host is the
 * desktop app or the service runner. First the server sends `hello`, then the host sends `secrets`, then
 * the server sends `ready` or `refused`.
 */
export const hostProtocol = 1;

/** Sent with each request and returned with its answer. */
const request = z.int().nonnegative();

/** Messages of the host. */
export const fromHost = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('secrets'),
    /** Variables of design §4 that must not be in an argument or in the environment. */
    variables: z.record(z.string().regex(/^SVC_[A-Za-z0-9_-]+$/), z.string()),
  }),
  z.object({ type: z.literal('health'), request }),
  /** Requests a one-time ticket that signs a window in (design D40). */
  z.object({ type: z.literal('ticket'), request }),
  /** The address for voice platforms, from the tunnel; null when the host does not know it any more. */
  z.object({ type: z.literal('calls_url'), url: z.url().nullable() }),
  /** Finish the calls in progress, write everything, exit 0. */
  z.object({ type: z.literal('shutdown') }),
]);

/** Messages of the server. */
export const fromServer = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.int(),
    version: z.string(),
    pid: z.int().positive(),
  }),
  z.object({
    type: z.literal('ready'),
    /** The port of the portal and the API. */
    url: z.url(),
    /** The port that a tunnel may reach (design D41); null without one. */
    ingressUrl: z.url().nullable(),
  }),
  /** The server cannot run with its settings. It exits; a restart would change nothing. */
  z.object({
    type: z.literal('refused'),
    problems: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
  /** `reasons` is empty while calls are served. */
  z.object({
    type: z.literal('health'),
    request,
    reasons: z.array(z.string()),
    /** Calls in progress. */
    liveCalls: z.int().nonnegative().optional(),
  }),
  /** A path of the portal that signs in once; null when the clinic's own provider signs people in. */
  z.object({ type: z.literal('ticket'), request, path: z.string().nullable() }),
]);

export type FromHost = z.infer<typeof fromHost>;
export type FromServer = z.infer<typeof fromServer>;
