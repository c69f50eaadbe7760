import { z } from 'zod';

/**
 * What a server and the program that started it say to each other over Node's IPC channel (design
 * §1; D45). The host may be the desktop app or the service runner. In order: the server says `hello`,
 * the host answers with `secrets`, the server says `ready` or `refused`.
 */
export const hostProtocol = 1;

/** Sent with each request and returned with its answer. */
const request = z.int().nonnegative();

/** What the host says. */
export const fromHost = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('secrets'),
    /** Variables of design §4 that must stand in no argument and no environment. */
    variables: z.record(z.string().regex(/^SVC_[A-Za-z0-9_-]+$/), z.string()),
  }),
  z.object({ type: z.literal('health'), request }),
  /** Asks for a one-time ticket that signs a window in (design D40). */
  z.object({ type: z.literal('ticket'), request }),
  /** Where voice platforms reach the server, as a tunnel says; null when nobody knows any more. */
  z.object({ type: z.literal('calls_url'), url: z.url().nullable() }),
  /** Finish the calls in flight, write everything down, exit 0. */
  z.object({ type: z.literal('shutdown') }),
]);

/** What the server says. */
export const fromServer = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.int(),
    version: z.string(),
    pid: z.int().positive(),
  }),
  z.object({
    type: z.literal('ready'),
    /** Of the portal and the API. */
    url: z.url(),
    /** Of the listener that a tunnel may reach (design D41); null when there is none. */
    ingressUrl: z.url().nullable(),
  }),
  /** It cannot run as it is set up; it exits, and starting it again would change nothing. */
  z.object({
    type: z.literal('refused'),
    problems: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
  /** `reasons` is empty while calls are served. */
  z.object({
    type: z.literal('health'),
    request,
    reasons: z.array(z.string()),
    /** Calls that go on now. */
    liveCalls: z.int().nonnegative().optional(),
  }),
  /** A path of the portal that signs in once; null when the clinic's own provider signs people in. */
  z.object({ type: z.literal('ticket'), request, path: z.string().nullable() }),
]);

export type FromHost = z.infer<typeof fromHost>;
export type FromServer = z.infer<typeof fromServer>;
