import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import { deeperThan, maxDepth } from '../../domain/json-limits.ts';
import { pacer, unknownSender, yieldToOthers } from '../../domain/time-slices.ts';
import { RejectedBody } from './error-responses.ts';

/** A body of more bytes is checked in a turn of its own, as slices of long work are (design D43). */
const largeBody = 64 * 1024;

/** An escape of half a surrogate pair in JSON. Of whole pairs `JSON.stringify` writes none. */
const halfPair = /(?<!\\)(?:\\\\)*\\u[Dd][89A-Fa-f]/;

type ParseJson = (request: FastifyRequest, raw: Buffer) => Promise<unknown>;

/** Checks a request over its untouched body bytes; refuses by throwing. */
export type RawBodyCheck = (request: FastifyRequest, raw: Buffer) => void | Promise<void>;

/**
 * Makes a server take only `application/json`: valid UTF-8, whole characters, no keys that poison prototypes, at most
 * `maxDepth` levels. Malformed bodies get 422, other types 415 (design D34, D43). An empty body counts
 * as no body, because clients send a content type even without one.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = jsonParser(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, raw: Buffer) => {
      if (raw.length === 0) return undefined;
      const value = await parse(request, raw);
      // Neither the journal nor a report can hold one (RFC 8785).
      if (halfPair.test(raw.toString('latin1')) && halfPair.test(JSON.stringify(value)))
        throw badJson('holds half a surrogate pair');
      return value;
    },
  );
}

/**
 * Makes a scope check every request over its raw bytes first: before its content type, its JSON and its
 * agent (design D36). Handlers then get the parsed body as usual. A request without a body is checked
 * over no bytes.
 */
export function checkRawBodies(scope: FastifyInstance, check: RawBodyCheck): void {
  const parse = jsonParser(scope);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, raw: Buffer) => raw,
  );
  scope.addHook('preValidation', async (request) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (raw.length > largeBody) await yieldToOthers(unknownSender);
    await check(request, raw);
    if (request.method === 'GET' || request.method === 'HEAD') return;
    if (request.mediaType !== 'application/json') throw new RejectedBody(415);
    request.body = await parse(request, raw);
  });
}

/** A large body takes milliseconds to read, to check and to validate: others get their turn in between (design D43). */
function jsonParser(app: FastifyInstance): ParseJson {
  const parseSafely = app.getDefaultJsonParser('error', 'error');
  return async (request, raw) => {
    const pace = pacer();
    let value: unknown;
    void parseSafely(request, decode(raw), (error, parsed) => {
      if (error !== null) throw badJson('is not valid JSON');
      value = parsed;
    });
    await pace();
    if (deeperThan(value, maxDepth)) {
      throw badJson('nests too deeply');
    }
    await pace();
    return value;
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(raw: Buffer): string {
  try {
    return utf8.decode(raw);
  } catch {
    throw badJson('is not valid JSON');
  }
}

function badJson(message: string): Fault {
  const details = [{ path: '', message }];
  return new Fault('validation_failed', `the request body ${message}`, { details });
}
