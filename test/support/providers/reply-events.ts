import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import type { SeenRequest } from '../scripted-upstream.ts';
import { exceptionFrame } from './bedrock.ts';
import { isStreamed, type Protocol } from './protocol.ts';

/** What a provider of the test would answer: the events of a stream, or one whole reply. */
export async function replyEvents(
  { answer, streamType }: Protocol,
  seen: SeenRequest,
): Promise<readonly Buffer[]> {
  const written: Buffer[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      written.push(chunk);
      done();
    },
  });
  await answer(seen, Object.assign(sink, { setHeader: () => sink }) as unknown as ServerResponse);
  const all = Buffer.concat(written);
  return streamType === undefined || !isStreamed(seen)
    ? all
        .toString()
        .split(/(?<=\n\n)/)
        .map((event) => Buffer.from(event))
    : framesIn(all);
}

/** Each begins with its length. */
function framesIn(bytes: Buffer): readonly Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += frames.at(-1)?.length ?? bytes.length)
    frames.push(bytes.subarray(at, at + bytes.readUInt32BE(at)));
  return frames;
}

/** An error within a stream, as the provider's API reports it. */
export const errorEvents: Readonly<Record<Protocol['kind'], string | Buffer>> = {
  openai: 'data: {"error":{"message":"Overloaded","type":"server_error","code":null}}\n\n',
  azure: 'data: {"error":{"message":"Overloaded","type":"server_error","code":"500"}}\n\n',
  responses:
    'event: error\ndata: {"type":"error","code":"server_error","message":"Overloaded","param":null,"sequence_number":7}\n\n',
  anthropic:
    'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
  gemini: 'data: {"error":{"code":503,"message":"Overloaded","status":"UNAVAILABLE"}}\n\n',
  bedrock: exceptionFrame('throttlingException'),
};
