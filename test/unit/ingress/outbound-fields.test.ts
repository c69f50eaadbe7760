import { describe, expect, it } from 'vitest';
import { openRequest } from '../../../server/ingress/open-request.ts';
import { rendered } from './rendered.ts';

const messages = [{ role: 'user', content: 'hello' }] as const;

/** The given fields as they leave, with `masked` in place of what it found. */
async function sent(
  fields: object,
  masked: (text: string) => string = (text) => text,
): Promise<string> {
  const json = rendered(await openRequest({ messages, ...fields }, false), masked);
  return json
    .slice('{"model":"m","messages":[{"role":"user","content":"hello"}]'.length)
    .replace(/^,/, '{');
}

async function searched(fields: object): Promise<readonly string[]> {
  const { slots } = await openRequest({ messages, ...fields }, false);
  return slots.slice(1).map(({ text }) => text);
}

const tool = (parameters: object) => [{ type: 'function', function: { name: 'book', parameters } }];

describe('only the members that the protocol defines leave with a structured field (design D4)', () => {
  const schema = { type: 'object', properties: { day: { type: 'string', default: null } } };
  const book = { name: 'book', description: 'Books.', parameters: schema, strict: null };
  const chosen = { type: 'function', function: { name: 'book' } };

  it.each([
    ['tools', [{ type: 'function', function: book }]],
    [
      'tools',
      [{ type: 'custom', custom: { name: 'say', description: 'Says.', format: { type: 'text' } } }],
    ],
    ['functions', [book]],
    ['stop', ['END']],
    ['stop', 'END'],
    ['tool_choice', 'auto'],
    ['tool_choice', chosen],
    ['tool_choice', { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [chosen] } }],
    ['function_call', { name: 'book' }],
    ['response_format', { type: 'json_object' }],
    [
      'response_format',
      { type: 'json_schema', json_schema: { name: 'out', schema, strict: true } },
    ],
  ])('%s leaves unchanged: %j', async (field, value) => {
    expect(await sent({ [field]: value })).toBe(JSON.stringify({ [field]: value }));
  });

  const secret = {
    server: { secret: 'hush' },
    headers: { authorization: 'hush' },
    metadata: 'hush',
  };
  it.each([
    ['tools', [{ ...secret, type: 'function', function: { ...secret, name: 'book' } }]],
    ['tools', { ...secret }],
    ['tools', [[secret]]],
    ['functions', [{ ...secret, name: 'book' }]],
    ['stop', [secret]],
    ['tool_choice', { ...secret, type: 'function', function: { ...secret, name: 'book' } }],
    ['tool_choice', { allowed_tools: { ...secret, tools: [{ ...secret }] } }],
    ['function_call', { ...secret, name: secret }],
    ['response_format', { ...secret, type: 'text', json_schema: { ...secret, name: 'out' } }],
  ])('%s leaves without members that the protocol does not define: %j', async (field, value) => {
    expect(await sent({ [field]: value })).not.toMatch(/hush|secret|headers|metadata/);
  });
});

describe('a text in place of a structured field is masked', () => {
  it.each(['stop', 'tools', 'functions', 'tool_choice', 'function_call', 'response_format'])(
    '%s',
    async (field) => {
      const given = { [field]: 'call Ann Lee' };
      expect(await sent(given, (text) => text.replace('Ann Lee', 'TOKEN'))).toBe(
        JSON.stringify({ [field]: 'call TOKEN' }),
      );
    },
  );
});

describe('names of functions and formats reach the model unchanged', () => {
  it('names of functions and formats are not searched', async () => {
    const named = { name: 'Ann_Lee' };
    const fields = {
      tools: [
        { type: 'function', function: named },
        { type: 'custom', custom: named },
      ],
      functions: [named],
      tool_choice: { type: 'function', function: named },
      function_call: named,
      response_format: { type: 'json_schema', json_schema: named },
    };
    expect(await searched(fields)).toEqual(['custom']);
  });

  it('other fields called name, and names that are no identifiers, are searched', async () => {
    const parameters = { default: { name: 'Lee' }, $defs: { name: { const: 'Ann' } } };
    expect(await searched({ tools: tool(parameters) })).toEqual(['Lee', 'Ann']);
    expect(await searched({ functions: [{ name: 'call Ann' }] })).toEqual(['call Ann']);
    expect(await searched({ functions: [{ name: 2_025_550_143 }] })).toEqual(['2025550143']);
  });
});

describe('the names of a schema’s properties', () => {
  it('names of properties that no program gave are masked, and `required` still matches them', async () => {
    const properties = { 'Ann Lee': { type: 'string' }, day: {} };
    const tools = tool({ properties, required: ['Ann Lee', 'day', 'Bo Lee'] });
    expect(await searched({ tools })).toEqual(['Ann Lee', 'Ann Lee', 'Bo Lee']);
    expect(await sent({ tools }, (text) => text.replace('Ann Lee', 'TOKEN'))).toBe(
      JSON.stringify({
        tools: tool({
          properties: { TOKEN: { type: 'string' }, day: {} },
          required: ['TOKEN', 'day', 'Bo Lee'],
        }),
      }),
    );
  });

  it('a property and its entry in `required` are the same text to detection', async () => {
    const tools = tool({ properties: { 'Ann Lee': {} }, required: ['Ann Lee'] });
    const { slots } = await openRequest({ messages, tools }, false);
    const [name, required] = slots
      .slice(1)
      .map(({ text, speaker, cue, place }) => ({ text, speaker, cue, place }));
    expect(name).toEqual(required);
  });
});
