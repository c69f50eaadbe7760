import OpenAI from 'openai';
import OpenAiV6 from 'openai-v6';
import { describe, expect, it } from 'vitest';
import { openAiClient } from '../support/openai-client.ts';
import { callTool, echo, lastUserText } from '../support/scripted-upstream.ts';
import { noteTool } from '../support/sdk-client.ts';
import { retryContract, sdkContract } from '../support/sdk-contract.ts';

const clients = [openAiClient('openai 7', OpenAI), openAiClient('openai 6', OpenAiV6)];

const ground = sdkContract(clients);
retryContract(clients.map((client) => ({ client, onAuditUnavailable: 1, heedsRetryAfter: true })));

describe('what the openai SDK reads from a reply', () => {
  const said = 'my number is 202 555 0143 and my email is ana dot reyes at example dot com';
  const request = { model: 'scripted', messages: [{ role: 'user' as const, content: said }] };
  const at = (target: 'direct' | 'masked') => {
    ground().upstream.script = echo;
    return new OpenAI({ ...ground()[target], apiKey: 'none' });
  };

  it('is the whole object as the provider made it, and only masked text was forwarded', async () => {
    const through = await at('masked').chat.completions.create(request);
    const seen = ground().upstream.seen.at(-1);
    expect(seen?.raw).not.toMatch(/202[ -]?555|555[ -]?0143|reyes/i);
    expect(seen && lastUserText(seen)).toMatch(
      /^my number is TOK1\.PHONE\.\S+ and my email is TOK1\.EMAIL\.\S+$/,
    );
    expect(through).toEqual(await at('direct').chat.completions.create(request));
    expect(through.choices[0]?.message.content).toContain(said);
  });

  it('is whole with tool calls in one piece, too', async () => {
    const [plain, through] = [at('direct'), at('masked')];
    ground().upstream.script = callTool;
    const tools = [{ type: 'function' as const, function: noteTool }];
    const reply = await through.chat.completions.create({ ...request, tools });
    expect(reply).toEqual(await plain.chat.completions.create({ ...request, tools }));
    expect(JSON.stringify(reply.choices[0]?.message.tool_calls)).toContain('202 555 0143');
  });

  it('has the request id that an error would name', async () => {
    const { request_id: id } = await at('masked').chat.completions.create(request).withResponse();
    expect(id).toMatch(/^req_/);
  });

  it('lists models, as a client does to warm up, without beginning a session', async () => {
    const begun = async () =>
      (await ground().service.records()).filter(({ kind }) => kind === 'call_started').length;
    const before = await begun();
    expect((await at('masked').models.list()).data).toMatchObject([{ object: 'model' }]);
    expect(await begun()).toBe(before);
  });
});
