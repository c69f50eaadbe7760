import { createHmac, timingSafeEqual } from 'node:crypto';
import fastifyWebsocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AgentPath } from '../../contract/ids.ts';
import type { Agent } from '../../domain/agent.ts';
import { Fault } from '../../domain/fault.ts';
import type { Secret } from '../../domain/secret.ts';
import { unknownSender, yieldToOthers } from '../../domain/time-slices.ts';
import {
  type CallerDeps,
  calledAgent,
  markAuthenticated,
  maxCallIdLength,
  tokenOfAgent,
  unauthenticated,
} from '../callers/authenticate-caller.ts';
import type { Routes } from '../server/deps.ts';
import { type Caller, openCallTurns, type SocketsOfCalls, type TurnsDeps } from './call-turns.ts';
import { KeptCalls } from './kept-calls.ts';
import {
  type OpenSocket,
  onceClosed,
  openSocket,
  type Protocol,
  type SocketPort,
} from './open-socket.ts';
import { RetellProtocol } from './retell.ts';
import { type OpenCall, TwilioProtocol } from './twilio.ts';

export interface SocketDeps extends CallerDeps, TurnsDeps {
  /** Host root without a trailing slash: the service's address for platforms. */
  readonly callsUrl: () => string;
  /** The auth token of the Twilio account, which signs its connections; null: they need a bearer token. */
  readonly twilioAuthToken: Secret<string> | null;
}

/** Largest message in bytes, as of a request's body (design D43): Retell repeats the whole transcript. */
const maxMessage = 1024 * 1024;
/** Most open sockets of this process, and of one credential of an agent: others can always call. */
const maxSockets = 1_024;
const maxOfCredential = 256;
/** When to try again where all places are taken: calls end all the time. */
const busySeconds = 5;
/** Longest wait for what is being said when the service ends, in milliseconds; below that for requests. */
const lastWordsMs = 25_000;
const twilioWaits = { setup: 10_000, nextKey: 2_000 };

const TokenPath = AgentPath.extend({ token: z.string() });
const RetellPath = TokenPath.extend({ call_id: z.string().min(1).max(maxCallIdLength) });

/** The protocol of an authenticated connection. */
type ProtocolOver = (port: SocketPort) => Protocol;

/**
 * Calls of platforms that connect by WebSocket (decision 0096): each socket is one call, and each question of
 * the platform is a turn like that of the proxy.
 */
export function socketRoutes(deps: SocketDeps): Routes {
  const open = new Set<OpenSocket>();
  const places = socketPlaces();
  return async (scope: FastifyInstance) => {
    const callers = new WeakMap<FastifyRequest, Caller>();
    const protocols = new WeakMap<FastifyRequest, ProtocolOver>();
    await scope.register(fastifyWebsocket, {
      options: { maxPayload: maxMessage },
      errorHandler: (error, socket, request) => {
        request.log.warn({ err: error }, 'the socket of a voice platform failed');
        socket.terminate();
      },
      preClose: async () => {
        scope.websocketServer.close();
        await Promise.all([...open].map((socket) => socket.restart(lastWordsMs)));
      },
    });
    const senderOf = (request: FastifyRequest): string => {
      const { agent_id: agentId } = request.params as z.output<typeof AgentPath>;
      return `${agentId}\0${held(callers.get(request)).credential}`;
    };
    const route = ({ url, params, authenticate, begin }: Platform) =>
      scope.route({
        method: 'GET',
        exposeHeadRoute: false,
        url,
        schema: { hide: true, params },
        preValidation: async (request) => {
          if (!request.ws) throw new Fault('not_found', 'connect to this address by WebSocket');
          // Of a burst of connections one is taken in each round of the event loop (design D43).
          await yieldToOthers(unknownSender);
          callers.set(request, await authenticate(request));
        },
        preHandler: async (request) => {
          const caller = held(callers.get(request));
          // The place is taken before anything is awaited, and is free when the connection ends, whether or not it became a call.
          const leave = places.take(senderOf(request));
          onceClosed(request.raw.socket, leave);
          await deps.refreshSettings();
          protocols.set(request, await begin(caller, request));
        },
        handler: async () => undefined,
        wsHandler: (socket: WebSocket, request: FastifyRequest): void => {
          const options = { clock: deps.clock, log: request.log, sender: senderOf(request) };
          const one = openSocket(socket, options, held(protocols.get(request)));
          open.add(one);
          void one.closed.then(() => open.delete(one));
        },
      });
    for (const platform of platforms(deps)) route(platform);
  };
}

/** The places for open sockets. */
function socketPlaces() {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    /** Takes a place of a credential, and returns what frees it; Fault `rate_limited` where none is free. */
    take(credential: string): () => void {
      const own = taken.get(credential) ?? 0;
      if (all >= maxSockets || own >= maxOfCredential)
        throw new Fault('rate_limited', 'too many calls at once', { retry: busySeconds });
      all += 1;
      taken.set(credential, own + 1);
      return () => {
        all -= 1;
        const left = (taken.get(credential) ?? 1) - 1;
        if (left === 0) taken.delete(credential);
        else taken.set(credential, left);
      };
    },
  };
}

/** How calls of a platform come in. */
interface Platform {
  readonly url: string;
  readonly params: z.ZodObject;
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>;
  /** Once the caller is known, and within its rate. */
  readonly begin: (caller: Caller, request: FastifyRequest) => Promise<ProtocolOver>;
}

function platforms(deps: SocketDeps): readonly Platform[] {
  const byToken = (request: FastifyRequest) => callerWithToken(deps, request);
  const sockets: SocketsOfCalls = new Map();
  const keptCalls = new KeptCalls(deps.clock);
  /** Opens the session of a call, with what an earlier connection of it has left. */
  const open = async (caller: Caller, agent: Agent, callId: string, leave: () => void) => {
    const kept = keptCalls.take(`${agent.id}\0${caller.credential}\0${callId}`, leave);
    try {
      return { kept, turns: await openCallTurns(deps, sockets, caller, callId) };
    } catch (error) {
      kept.broke();
      throw error;
    }
  };
  const beginTwilio = async (caller: Caller): Promise<ProtocolOver> => {
    const agent = await caller.agent();
    const openCall: OpenCall = (callSid, leave) => open(caller, agent, callSid, leave);
    return (port) => new TwilioProtocol(port, openCall, twilioWaits);
  };
  return [
    {
      url: '/proxy/:agent_id/retell/:token/:call_id',
      params: RetellPath,
      authenticate: byToken,
      // The session is open before the socket is, so that Retell tries again where it cannot be opened.
      begin: async (caller, request) => {
        const { call_id: callId } = request.params as z.output<typeof RetellPath>;
        let protocol: RetellProtocol | undefined;
        const leave = () => protocol?.leave();
        const { turns, kept } = await open(caller, await caller.agent(), callId, leave);
        // Also where the handshake fails, and there is no protocol that could say so.
        onceClosed(request.raw.socket, kept.broke);
        return (port) => {
          protocol = new RetellProtocol(port, turns, kept);
          return protocol;
        };
      },
    },
    {
      url: '/proxy/:agent_id/twilio/:token',
      params: TokenPath,
      authenticate: byToken,
      begin: beginTwilio,
    },
    {
      url: '/proxy/:agent_id/twilio',
      params: AgentPath,
      authenticate: async (request) => callerSignedByTwilio(deps, request),
      begin: beginTwilio,
    },
  ];
}

/** What an earlier hook of the request has left. */
function held<T>(left: T | undefined): T {
  if (left === undefined) throw new Error('a socket was opened past its hooks');
  return left;
}

/** A caller with a bearer token in its address, because its platform sends no headers. */
async function callerWithToken(deps: SocketDeps, request: FastifyRequest): Promise<Caller> {
  const { token: secret } = request.params as z.output<typeof TokenPath>;
  const token = () => tokenOfAgent(deps, request, secret);
  const { id } = await token();
  const agent = async () => {
    await token();
    return calledAgent(deps, request);
  };
  return { agent, credential: id };
}

/** Fault `unauthenticated` unless Twilio signed the address that it asked for. */
function callerSignedByTwilio(deps: SocketDeps, request: FastifyRequest): Caller {
  const { callsUrl, twilioAuthToken } = deps;
  if (twilioAuthToken === null) throw unauthenticated(request, 'no_twilio_token');
  const url = `${callsUrl().replace(/^http/, 'ws')}${request.raw.url ?? ''}`;
  const { 'x-twilio-signature': signature = '' } = request.headers;
  if (!isTwilioSignature(String(signature), url, twilioAuthToken))
    throw unauthenticated(request, 'not_signed_by_twilio');
  markAuthenticated(request);
  return { agent: () => calledAgent(deps, request), credential: 'signature' };
}

/**
 * Whether `X-Twilio-Signature` is of this URL: HMAC-SHA1 in base64, by the auth token of the Twilio account
 * (Twilio's documentation, Webhooks security). `url` is the address as the TwiML names it, with `wss:`. Twilio signs it with
 * or without the standard port, so both count.
 */
export function isTwilioSignature(
  signature: string,
  url: string,
  authToken: Secret<string>,
): boolean {
  const given = Buffer.from(signature);
  const held = [url, withStandardPort(url)].map((signed) => {
    const expected = createHmac('sha1', authToken.reveal()).update(signed).digest('base64');
    return expected.length === given.length && timingSafeEqual(Buffer.from(expected), given);
  });
  return held.includes(true);
}

function withStandardPort(url: string): string {
  const { protocol, host, port } = new URL(url);
  const standard = protocol === 'wss:' ? 443 : 80;
  return port === '' ? url.replace(`//${host}`, `//${host}:${standard}`) : url;
}
