import { expect } from 'vitest';
import type { MemoryProxy } from './memory-proxy.ts';

/** The request that the provider gets when a tool has answered with `content`, as JSON. */
export async function forwardedWithResult(proxy: MemoryProxy, content: string): Promise<string> {
  const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } };
  const messages = [
    { role: 'assistant', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content },
    { role: 'user', content: 'thanks' },
  ];
  const response = await proxy.say('', { messages });
  expect(response.statusCode).toBe(200);
  return proxy.forwarded.at(-1) ?? '';
}
