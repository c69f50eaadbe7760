import { crc32 } from 'node:zlib';
import { Fault } from '../../domain/fault.ts';
import { type FrameSplitter, type Framing, type JsonObject, jsonObject } from '../dialect.ts';

/** Before the headers: lengths of the message and of its headers, and a CRC-32 of both. */
const preludeBytes = 12;
/** Behind the payload: a CRC-32 of all before it. */
const checksumBytes = 4;
/** Far above any event of a reply: a wrong length must not fill the memory. */
const maxMessageBytes = 1 << 20;

/** Bytes of a header's value by its type; the others begin with their length. */
const valueBytes: Readonly<Record<number, number>> = {
  0: 0,
  1: 0,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  8: 8,
  9: 16,
};
const textType = 7;

/**
 * The binary streams of AWS (`application/vnd.amazon.eventstream`): each message becomes `{ event, data }`, or
 * `{ error }` with the name of what went wrong. Wrong lengths and checksums throw Fault `upstream_error`; a
 * message that breaks off is dropped.
 */
export const eventStream: Framing = {
  contentType: 'application/vnd.amazon.eventstream',
  splitter: messageSplitter,
};

function messageSplitter(): FrameSplitter {
  const pending: Uint8Array[] = [];
  let size = 0;
  let wanted = preludeBytes;
  return {
    push: (bytes) => {
      pending.push(bytes);
      size += bytes.length;
      if (size < wanted) return [];
      const messages: JsonObject[] = [];
      let rest = Buffer.concat(pending.splice(0));
      for (wanted = lengthOf(rest); rest.length >= wanted; wanted = lengthOf(rest)) {
        messages.push(messageOf(rest.subarray(0, wanted)));
        rest = rest.subarray(wanted);
      }
      pending.push(rest);
      size = rest.length;
      return messages;
    },
    end: () => [],
  };
}

/** Bytes of the message that begins here; of its prelude, as long as that is not whole. */
function lengthOf(bytes: Buffer): number {
  if (bytes.length < preludeBytes) return preludeBytes;
  const length = bytes.readUInt32BE(0);
  const smallest = preludeBytes + bytes.readUInt32BE(4) + checksumBytes;
  const isWhole = crc32(bytes.subarray(0, 8)) === bytes.readUInt32BE(8);
  if (!isWhole || length < smallest || length > maxMessageBytes) throw broken();
  return length;
}

function messageOf(message: Buffer): JsonObject {
  const end = message.length - checksumBytes;
  if (crc32(message.subarray(0, end)) !== message.readUInt32BE(end)) throw broken();
  const payloadAt = preludeBytes + message.readUInt32BE(4);
  const headers = headersOf(message.subarray(preludeBytes, payloadAt));
  if (headers.get(':message-type') !== 'event')
    return { error: headers.get(':exception-type') ?? headers.get(':error-code') ?? 'error' };
  const data = jsonObject(message.toString('utf8', payloadAt, end));
  return { event: headers.get(':event-type'), data };
}

/** The headers that are text. */
function headersOf(bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  let at = 0;
  const take = (length: number): Buffer => {
    const part = bytes.subarray(at, at + length);
    if (part.length < length) throw broken();
    at += length;
    return part;
  };
  while (at < bytes.length) {
    const name = take(take(1).readUInt8()).toString();
    const type = take(1).readUInt8();
    const value = take(valueBytes[type] ?? take(2).readUInt16BE());
    if (type === textType) headers.set(name, value.toString());
  }
  return headers;
}

function broken(): Fault {
  return new Fault('upstream_error', 'the upstream reply is damaged');
}
