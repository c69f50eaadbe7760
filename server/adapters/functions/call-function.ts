import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import type { FunctionOutcome } from '../../domain/agent.ts';
import { targetOf } from '../../domain/settings/network-target.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  FunctionAnswer,
  FunctionCaller,
  FunctionRequest,
} from '../../ports/receivers/function-caller.ts';
import { outboundAgent, webProxyIn } from '../system/outbound-agent.ts';
import { AddressNotAllowed, allowedLookup, refuseAddress, refuseName } from './allowed-lookup.ts';

/** Longest answer in bytes: it becomes a part of the next request to the model. */
const maxAnswer = 32 * 1024;
/** Most connections to one host. */
const connections = 32;
/** The pause before a request is sent again, in milliseconds. */
const repeatMs = 250;

type Environment = Readonly<Record<string, string | undefined>>;
type Attempt = Omit<FunctionAnswer, 'attempts'>;

/**
 * Functions of clinics over HTTP: signed POSTs of JSON. No redirects, checked certificates, bounded answers. `env` names
 * the web proxy through which other hosts than this machine are reached; without it there is none.
 */
export function functionCaller(clock: Clock, env: Environment = {}): FunctionCaller {
  const options: Agent.Options = {
    connections,
    // A connection of its own for each request: one that is kept may break as a request is written to it.
    pipelining: 0,
    // No session is resumed, so each connection checks the certificate.
    connect: { lookup: allowedLookup, maxCachedSessions: 0 },
  };
  const direct = new Agent(options);
  const outbound = outboundAgent(env, options);
  return {
    call: async (asked, signal) => {
      const limit = AbortSignal.timeout(asked.timeoutMs);
      const either = AbortSignal.any([signal, limit]);
      const host = new URL(asked.url).hostname;
      const isHere = targetOf(host) === 'this_machine';
      const attempt = async (): Promise<Attempt> => {
        try {
          refuseAddress(host);
          if (!isHere && webProxyIn(env) !== undefined) await refuseName(host);
          // A connection that is being made does not end with the signal.
          return await Promise.race([
            tryOnce(asked, isHere ? direct : outbound, either, clock.now()),
            aborted(either).then(() => ({ outcome: 'unreachable' }) as const),
          ]);
        } catch (error) {
          return { outcome: outcomeOf(error) };
        }
      };
      const ended = (one: Attempt, attempts: number): FunctionAnswer => {
        if (signal.aborted) return { outcome: 'stopped', attempts };
        return limit.aborted ? { outcome: 'timed_out', attempts } : { ...one, attempts };
      };
      const first = await attempt();
      if (!asked.repeatable || !mayHelp(first) || either.aborted) return ended(first, 1);
      await setTimeout(repeatMs, undefined, { signal: either }).catch(() => undefined);
      return either.aborted ? ended(first, 1) : ended(await attempt(), 2);
    },
    close: async () => {
      // A tunnel that the web proxy neither opens nor refuses would keep it open.
      await Promise.all([direct.close(), outbound.destroy()]);
    },
  };
}

/** Whether the same request may be answered the next time. */
function mayHelp({ outcome, status = 0 }: Attempt): boolean {
  return outcome === 'unreachable' || outcome === 'failed' || status === 429;
}

/** Resolves when the signal aborts. */
function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function tryOnce(
  { url, ...message }: FunctionRequest,
  dispatcher: Dispatcher,
  signal: AbortSignal,
  nowMs: number,
): Promise<Attempt> {
  const answer = await request(url, {
    method: 'POST',
    dispatcher,
    signal,
    // The signal limits the whole.
    headersTimeout: 0,
    bodyTimeout: 0,
    body: message.json,
    headers: { ...webhookHeaders(message, nowMs), 'accept-encoding': 'identity' },
  });
  return await read(answer);
}

function outcomeOf(error: unknown): FunctionOutcome {
  if (error instanceof AddressNotAllowed) return 'address_not_allowed';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return certificateErrors.has(code) ? 'bad_certificate' : 'unreachable';
}

/** What a TLS client may hold against a certificate (Node's documentation, "X509 certificate error codes"). */
const certificateErrors: ReadonlySet<string> = new Set([
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

async function read({
  statusCode: status,
  headers,
  body,
}: Dispatcher.ResponseData): Promise<Attempt> {
  const failed = (outcome: FunctionOutcome): Attempt => {
    body.on('error', () => undefined).destroy();
    return { outcome, status };
  };
  if (status >= 300 && status <= 399) return failed('redirected');
  // An error of the server says nothing of what it did before.
  if (status >= 500) return failed('failed');
  if (status < 200 || status > 299) return failed('refused');
  const encoding = String(headers['content-encoding'] ?? 'identity').trim();
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') return failed('unreadable');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxAnswer) return failed('too_large');
    chunks.push(chunk);
  }
  const text = textIn(Buffer.concat(chunks));
  return text === undefined ? { outcome: 'unreadable', status } : { outcome: 'done', status, text };
}

function textIn(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The headers of a POST of JSON that is signed as Standard Webhooks says. */
function webhookHeaders(
  { id, secret, json }: Omit<FunctionRequest, 'url'>,
  nowMs: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${json}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
