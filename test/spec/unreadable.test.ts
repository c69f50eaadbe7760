import { beforeAll, describe, expect, it } from 'vitest';
import { containers, uuencoded } from '../support/containers.ts';
import { type MemoryProxy, memoryProxy } from '../support/memory-proxy.ts';

const files: readonly (readonly [what: string, content: string])[] = [
  ...Object.entries(containers).map(
    ([what, bytes]) =>
      [what, JSON.stringify({ file: { data: bytes.toString('base64') } })] as const,
  ),
  ['a text, uuencoded', `here it is:\n${uuencoded(Buffer.from('the number is 202-555-0143'))}`],
  ['a PDF, uuencoded', JSON.stringify({ mail: uuencoded(containers['a PDF'] as Buffer) })],
];

function ask(proxy: MemoryProxy, content: string) {
  const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } };
  const messages = [
    { role: 'assistant', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content },
    { role: 'user', content: 'thanks' },
  ];
  return proxy.say('', { messages });
}

describe('what cannot be read is an outcome of its own, never nothing found (decision 0137)', () => {
  let passing: MemoryProxy;
  let refusing: MemoryProxy;
  beforeAll(async () => {
    passing = await memoryProxy();
    refusing = await memoryProxy({ changePolicy: (yaml) => `${yaml}\nunreadable: refuse\n` });
  });
  const unreadableCalls = async (): Promise<number> => {
    const calls = await passing.sessions();
    // What the service can read of a plain file, such as its date, may leave by policy besides.
    return calls.filter(
      ({ exposure: { outcome, unreadable } }) =>
        unreadable === 1 && (outcome === 'unreadable' || outcome === 'by_policy'),
    ).length;
  };

  it.each(files)('%s leaves, and is recorded', async (_, content) => {
    const before = await unreadableCalls();
    expect((await ask(passing, content)).statusCode).toBe(200);
    await expect.poll(unreadableCalls).toBe(before + 1);
  });

  it.each(files)('%s is refused if the policy says so', async (_, content) => {
    const response = await ask(refusing, content);
    expect([response.statusCode, response.json().error.code]).toEqual([422, 'validation_failed']);
    expect(refusing.forwarded).toEqual([]);
  });

  it('a turn without such a file is answered under the same policy', async () => {
    expect((await ask(refusing, 'no data at all')).statusCode).toBe(200);
  });
});
