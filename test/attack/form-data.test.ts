import { beforeAll, describe, expect, it } from 'vitest';
import { squeezed } from '../support/decoded-texts.ts';
import { type MemoryProxy, memoryProxy } from '../support/memory-proxy.ts';

let proxy: MemoryProxy;
beforeAll(async () => {
  proxy = await memoryProxy();
});

const values = {
  phone: '(202) 555-0143',
  ssn: '536-48-1442',
  address: '12 Main Street, Springfield, IL 62704',
  card: '4111 1111 1111 1111',
  dob: 'February 20, 1958',
  mrn: '4482913',
  email: 'zed.quill@example.com',
};
const spellings: readonly [string, (value: string) => string][] = [
  ['with plus signs', (value) => encodeURIComponent(value).replaceAll('%20', '+')],
  ['percent-encoded', encodeURIComponent],
  ['as it is', (value) => value],
];
const forms: readonly [string, (name: string, value: string) => string][] = [
  ['alone', (name, value) => `${name}=${value}`],
  ['first', (name, value) => `${name}=${value}&x=y`],
  ['amid others', (name, value) => `id=7&${name}=${value}&next=1`],
  ['in brackets', (name, value) => `a=b&patient%5B${name}%5D=${value}`],
];

const rows = Object.entries(values).flatMap(([name, value]) =>
  spellings.flatMap(([how, spell]) =>
    forms.map(([where, put]) => [name, how, where, put(name, spell(value)), value] as const),
  ),
);

describe('no value leaves in form data (design D3)', () => {
  it.each(rows)('%s %s, %s', async (_, __, ___, form, value) => {
    const called = { name: 'save', arguments: form };
    const messages = [
      { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: called }] },
      { role: 'tool', tool_call_id: 'c', content: form },
      { role: 'user', content: 'thanks' },
    ];
    const response = await proxy.say('', { messages });
    expect(response.statusCode).toBe(200);
    const sent = decodeURIComponent((proxy.forwarded.at(-1) ?? '').replaceAll('+', ' '));
    expect(squeezed(sent)).not.toContain(squeezed(value));
  });
});
