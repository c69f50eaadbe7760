import { beforeAll, describe, expect, it } from 'vitest';
import { type MemoryProxy, memoryProxy } from '../support/memory-proxy.ts';

let proxy: MemoryProxy;
beforeAll(async () => {
  proxy = await memoryProxy();
});

/** Values that differ in signs or letters only. */
const alike: Readonly<Record<string, readonly string[]>> = {
  'e-mail addresses': [
    'zed_quill@example.com',
    'zedquill@example.com',
    'zed-quill@example.com',
    'zed+quill@example.com',
  ],
  'e-mail addresses as they are said': [
    'zed underscore quill at example dot com',
    'zed dash quill at example dot com',
  ],
  'telephone numbers with letters': ['1-800-QUILLED', '1-800-ZEDQUIL', '1-800-555-ZEDQ'],
};

const tokensIn = (body = ''): readonly string[] => body.match(/TOK1\.\w+\.\w+\.\w+/g) ?? [];

describe.each(Object.entries(alike))('%s that look alike', (_, values) => {
  it('have tokens of their own, and each comes back as itself (design D11, D12)', async () => {
    const said = `is it ${values.join(' or ')}`;
    const response = await proxy.say(said);
    expect(new Set(tokensIn(proxy.forwarded.at(-1))).size).toBe(values.length);
    expect(response.json().choices[0].message.content).toBe(`You said: ${said}`);
  });
});

it('names that differ in the marks of their vowels only have tokens of their own', async () => {
  const patients = ['रीमा', 'रोमा', 'रामा'].map((name) => ({ patient_name: name, status: 'ok' }));
  const said = JSON.stringify({ patients });
  const response = await proxy.say(said);
  expect(new Set(tokensIn(proxy.forwarded.at(-1))).size).toBe(patients.length);
  expect(response.json().choices[0].message.content).toBe(`You said: ${said}`);
});

it('one value in another case or with other separators has one token', async () => {
  await proxy.say(
    'write to Zed.Quill@Example.com or zed.quill@example.com, dial 202-555-0143 or 202.555.0143 or (202) 555-0143',
  );
  const tokens = tokensIn(proxy.forwarded.at(-1));
  expect(tokens).toHaveLength(5);
  expect(new Set(tokens).size).toBe(2);
});
