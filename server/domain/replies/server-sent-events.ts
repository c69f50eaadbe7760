import { Fault } from '../fault.ts';

const lineBreak = /\r\n|\n|\r/;

/** The data of a server-sent event, undefined when it has none (WHATWG HTML, 9.2.6). */
export function eventData(event: string): string | undefined {
  const lines = event.split(lineBreak).filter(isData);
  if (lines.length === 0) return undefined;
  return lines.map((line) => line.slice('data:'.length).replace(/^ /, '')).join('\n');
}

/** The event with other data, on one line; its other lines and its line ending stay. */
export function withEventData(event: string, data: string): string {
  const ending = lineBreak.exec(event)?.[0] ?? '\n';
  const others = event.split(lineBreak).filter((line) => line !== '' && !isData(line));
  return [...others, `data: ${data}`, '', ''].join(ending);
}

function isData(line: string): boolean {
  return line === 'data' || line.startsWith('data:');
}

/** Far above any real event: a provider that never ends an event must not fill the memory. */
const maxEventBytes = 1 << 20;

const byteOrderMark = Buffer.from('\uFEFF');
const LF = 10;
const CR = 13;

/**
 * Cuts a server-sent event stream into events, each with its closing blank line and in its own bytes.
 * Unchanged events must pass byte for byte (design D19); parsers of the format's fields, such as
 * `eventsource-parser`, lose bytes, comments and line endings. Drops a byte order mark before the first
 * event, as every reader of the format does (WHATWG HTML, 9.2.5).
 */
export interface EventSplitter {
  /** The events that `bytes` complete. Throws Fault `upstream_error` for an event longer than 1 MiB. */
  push(bytes: Uint8Array): readonly Buffer[];
  /** The bytes after the last complete event. */
  end(): Buffer;
}

export function eventSplitter(): EventSplitter {
  let pending: Buffer = Buffer.alloc(0);
  /** Free bytes in the buffer after `pending`. */
  let room = 0;
  let scanned = 0;
  let lineStart = 0;
  let first = true;

  const unmarked = (event: Buffer): Buffer => {
    const marked = first && event.subarray(0, byteOrderMark.length).equals(byteOrderMark);
    first = false;
    return marked ? event.subarray(byteOrderMark.length) : event;
  };

  /** Doubles the room as an event grows, so that an event that comes byte by byte is not copied each time. */
  const append = (bytes: Uint8Array): void => {
    const { length } = pending;
    if (length === 0) {
      pending = bufferOver(bytes);
      room = 0;
      return;
    }
    if (room < bytes.length) {
      const grown = Buffer.alloc(2 * (length + bytes.length));
      pending.copy(grown);
      pending = grown.subarray(0, length);
      room = grown.length - length;
    }
    pending = Buffer.from(pending.buffer, pending.byteOffset, length + bytes.length);
    pending.set(bytes, length);
    room -= bytes.length;
  };

  /** Where the first event of `pending` ends; undefined until it does. Resumes where the last call stopped. */
  const eventEnd = (): number | undefined => {
    while (scanned < pending.length) {
      const next = lineBreakEnd(pending, scanned);
      if (next === undefined) return undefined;
      const blank = next > scanned && scanned === lineStart;
      if (next > scanned) lineStart = next;
      scanned = Math.max(next, scanned + 1);
      if (blank) return scanned;
    }
    return undefined;
  };

  return {
    push: (bytes) => {
      append(bytes);
      const events: Buffer[] = [];
      for (let end = eventEnd(); end !== undefined; end = eventEnd()) {
        events.push(unmarked(pending.subarray(0, end)));
        pending = pending.subarray(end);
        scanned = 0;
        lineStart = 0;
      }
      if (pending.length > maxEventBytes) throw new Fault('upstream_error', 'reply event too long');
      return events;
    },
    end: () => unmarked(pending),
  };
}

function bufferOver(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Where the line break at `at` ends; `at` itself when there is none. Undefined for a CR that ends
 * the bytes, because an LF may follow.
 */
function lineBreakEnd(bytes: Uint8Array, at: number): number | undefined {
  const byte = bytes[at];
  if (byte === LF) return at + 1;
  if (byte !== CR) return at;
  if (at + 1 === bytes.length) return undefined;
  return bytes[at + 1] === LF ? at + 2 : at + 1;
}
