import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { type Service, startService, upstreamAt, webhookSecret } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';

let upstream: ScriptedUpstream;
let service: Service;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startService(upstreamAt(upstream.baseUrl));
});

afterAll(async () => {
  await service?.close();
  await upstream?.close();
});

describe('a call with names, under the strict policy and with the model pass (spec, rule 2)', () => {
  it('reaches the provider without them and the caller with them', async () => {
    const agent = await service.createAgent({
      name: 'strict',
      upstream: 'provider:model-small',
      policy_name: 'healthcare-strict',
    });
    const client = new OpenAI({
      baseURL: service.proxyBase(agent),
      apiKey: 'none',
      fetch: signedFetch(webhookSecret),
    });
    const said = 'this is maria gonzalez and my daughter is called anna gonzalez';
    const stream = client.chat.completions.stream({
      model: 'any',
      messages: [
        { role: 'assistant', content: 'Thank you for calling, may I have your name please?' },
        { role: 'user', content: 'yes my name is maria gonzalez' },
        { role: 'assistant', content: 'Thank you Maria Gonzalez, how can I help you?' },
        { role: 'user', content: said },
      ],
    });
    const completion = await stream.finalChatCompletion();
    expect(completion.choices[0]?.message.content).toBe(`I heard: ${said}`);
    const sent = upstream.seen.at(-1)?.raw ?? '';
    expect(sent).not.toMatch(/maria|gonzalez|anna/i);
    expect(sent.match(/TOK1\.NAME\.\S+?(?=[\s"\\])/g)?.length).toBeGreaterThanOrEqual(4);
    const passes = (await service.records()).find(({ kind }) => kind === 'request_masked');
    expect(passes?.['passes']).toEqual(['regex', 'nermodel']);
  });
});
