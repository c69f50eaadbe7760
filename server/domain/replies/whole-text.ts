import { Fault } from '../fault.ts';

/** Largest reply without streaming, in bytes: far above what a model says in one reply. */
const wholeReplyLimit = 2 * 1024 * 1024;

/** A reply that is not streamed, as UTF-8 text. Throws Fault `upstream_error` beyond 2 MiB. */
export async function wholeText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > wholeReplyLimit)
      throw new Fault('upstream_error', 'the upstream reply is too large');
  }
  return Buffer.concat(chunks).toString('utf8');
}
