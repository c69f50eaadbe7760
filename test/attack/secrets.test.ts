import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodedTexts, squeezed } from '../support/decoded-texts.ts';
import { type MemoryProxy, memoryProxy } from '../support/memory-proxy.ts';
import { kid } from '../support/token-kit.ts';

const strict = readFileSync(
  new URL('../../configs/healthcare-strict.yaml', import.meta.url),
  'utf8',
).replace('kid: K_HEALTHCARE', `kid: ${kid}`);

let proxy: MemoryProxy;
beforeAll(async () => {
  proxy = await memoryProxy({ changePolicy: () => strict });
});

const key = ['sk', 'proj', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4'].join('-');
const webToken = `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJ${'zdWIiOiJ6ZWQifQ'}.a1B2c3D4e5F6`;

/** A secret, how it is said, and the fields that programs keep it in. */
const secrets: readonly [secret: string, said: string, field: object][] = [
  ['tulip44garden', 'my password is tulip44garden', { password: 'tulip44garden' }],
  ['7402', 'my pin is 7402', { pin: '7402' }],
  ['740218', 'the verification code is 740218', { verification_code: 740218 }],
  ['882104', 'the code you texted me is 882104', { otp: '882104' }],
  ['kowalczyk', "my mother's maiden name is kowalczyk", { mothersMaidenName: 'kowalczyk' }],
  ['917', 'the three digits on the back are 917', { cvv: 917 }],
  [key, `use the key ${key} for that`, { apiKey: key }],
  [webToken, `send ${webToken} along`, { headers: { authorization: `Bearer ${webToken}` } }],
  ['garden55tulip', 'DB_PASSWORD=garden55tulip', { note: 'postgres://a:garden55tulip@db/x' }],
];

const call = (args: string) => ({
  role: 'assistant',
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'save', arguments: args } }],
});

describe('under the strict policy no secret leaves (design D9)', () => {
  it.each(secrets)('%s', async (secret, said, field) => {
    const json = JSON.stringify(field);
    const messages = [
      { role: 'system', content: `Note: ${said}.` },
      call(json),
      { role: 'tool', tool_call_id: 'c', content: json },
      { role: 'tool', tool_call_id: 'c', content: JSON.stringify({ text: json }) },
      { role: 'tool', tool_call_id: 'c', content: `Result: ${json} (cached)` },
      { role: 'user', content: said },
    ];
    const tools = [{ type: 'function', function: { name: 'save', description: said } }];
    const response = await proxy.say('', { messages, tools });
    expect(response.statusCode).toBe(200);
    const texts = decodedTexts(proxy.forwarded.at(-1) ?? '').map(squeezed);
    expect(texts.filter((text) => text.includes(squeezed(secret)))).toEqual([]);
    expect(response.json().choices[0].message.content).toMatch(
      /\[REDACTED:(?:SECRET|CREDIT_CARD)\]/,
    );
  });

  it('a secret that the other side asked for does not leave', async () => {
    const messages = [
      { role: 'assistant', content: 'Can I have your password, please?' },
      { role: 'user', content: 'sure um tulip garden' },
      { role: 'assistant', content: 'And the code that we just sent to your phone?' },
      { role: 'user', content: 'eight eight two one oh four' },
    ];
    await proxy.say('', { messages });
    const sent = JSON.parse(proxy.forwarded.at(-1) ?? '').messages;
    expect(sent[1].content).toBe('sure um [REDACTED:SECRET]');
    expect(sent[3].content).toBe('[REDACTED:SECRET]');
  });
});
