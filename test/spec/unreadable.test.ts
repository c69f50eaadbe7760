import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type MemoryProxy, memoryProxy } from '../support/memory-proxy.ts';

/** Bytes that say nothing, behind the mark of their format. */
const bytes = (mark: string): string =>
  Buffer.concat([
    Buffer.from(mark, 'latin1'),
    ...Array.from({ length: 8 }, (_, at) => hash('sha256', `${mark} ${at}`, 'buffer')),
  ]).toString('base64');

const unreadable: Readonly<Record<string, string>> = {
  'a PDF': bytes('%PDF-1.7\n'),
  'an archive': bytes('PK\u0003\u0004'),
  'a picture': bytes('\u0089PNG\r\n\u001a\n'),
  'an older document of Office': bytes('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1'),
};

function ask(proxy: MemoryProxy, data: string) {
  const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } };
  const messages = [
    { role: 'assistant', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: JSON.stringify({ file: { data } }) },
    { role: 'user', content: 'thanks' },
  ];
  return proxy.say('', { messages });
}

describe('what cannot be read is an outcome of its own, never nothing found (decision 0137)', () => {
  it.each(Object.entries(unreadable))('%s leaves, and is recorded', async (_, data) => {
    const proxy = await memoryProxy();
    expect((await ask(proxy, data)).statusCode).toBe(200);
    expect(proxy.forwarded).toHaveLength(1);
    await expect
      .poll(async () => (await proxy.sessions()).map(({ exposure }) => exposure))
      .toEqual([expect.objectContaining({ outcome: 'unreadable', unreadable: 1 })]);
  });

  it.each(Object.entries(unreadable))('%s is refused if the policy says so', async (_, data) => {
    const changePolicy = (yaml: string) => `${yaml}\nunreadable: refuse\n`;
    const proxy = await memoryProxy({ changePolicy });
    const response = await ask(proxy, data);
    expect([response.statusCode, response.json().error.code]).toEqual([422, 'validation_failed']);
    expect(proxy.forwarded).toEqual([]);
    expect((await ask(proxy, 'no data at all')).statusCode).toBe(200);
  });
});
