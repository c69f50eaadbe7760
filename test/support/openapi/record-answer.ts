import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** What a server sent. */
export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

/** Calls `done` with the whole answer at the moment it ends. */
export function recordAnswer(raw: ServerResponse, done: (answer: Answer) => void): void {
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown): void => {
    // A stream may be long, and its text is not looked at.
    if (String(raw.getHeader('content-type')).startsWith('text/event-stream')) return;
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const { write, end } = raw;
  raw.write = function (this: ServerResponse, ...args: unknown[]): boolean {
    keep(args[0]);
    return Reflect.apply(write, this, args);
  } as typeof write;
  raw.end = function (this: ServerResponse, ...args: unknown[]): ServerResponse {
    keep(args[0]);
    raw.write = write;
    raw.end = end;
    Reflect.apply(end, this, args);
    done({
      status: raw.statusCode,
      headers: raw.getHeaders(),
      body: Buffer.concat(chunks).toString('utf8'),
    });
    return this;
  } as typeof end;
}
