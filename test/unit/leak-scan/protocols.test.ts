import { describe, expect, it } from 'vitest';
import { anthropicDialect } from '../../../server/dialects/anthropic/index.ts';
import { bedrockDialect } from '../../../server/dialects/bedrock/index.ts';
import { geminiDialect } from '../../../server/dialects/gemini/index.ts';
import { responsesDialect } from '../../../server/dialects/responses/index.ts';
import { scanEgress } from '../../../server/leak-scan/index.ts';
import { finished } from '../../support/finished.ts';

const scanBody = (json: string) =>
  finished(
    scanEgress(json, {
      values: [],
      enforced: new Set(['PHONE', 'CREDIT_CARD']),
      isOwnToken: () => false,
    }),
  );

const protocols = Object.entries({
  anthropic: anthropicDialect,
  bedrock: bedrockDialect,
  gemini: geminiDialect,
  responses: responsesDialect,
});
const said = { role: 'user', content: 'hello' };

describe('A number in a name blocks the request in the protocol of every provider', () => {
  const tool = (name: string) => ({ type: 'function', function: { name } });
  const calling = (name: string) => [
    said,
    { role: 'assistant', content: null, tool_calls: [{ id: 'call00001', ...tool(name) }] },
    { role: 'tool', tool_call_id: 'call00001', content: 'ok' },
  ];
  const places: Readonly<Record<string, (name: string) => object>> = {
    'of a tool': (name) => ({ messages: [said], tools: [tool(name)] }),
    'of a chosen tool': (name) => ({
      messages: [said],
      tools: [tool('wait')],
      tool_choice: tool(name),
    }),
    'of a called tool': (name) => ({ messages: calling(name), tools: [tool('wait')] }),
    'of a called tool that is no longer offered': (name) => ({ messages: calling(name) }),
    'of a format': (name) => ({
      messages: [said],
      response_format: { type: 'json_schema', json_schema: { name, schema: {} } },
    }),
  };

  it.each(
    protocols.flatMap(([protocol, { write }]) =>
      Object.entries(places).map(
        ([place, bodyWith]) => [place, protocol, write, bodyWith] as const,
      ),
    ),
  )('%s in %s', (_, __, write, bodyWith) => {
    for (const name of [
      'call_2125550123',
      'ssn_536-48-1442',
      'call_five_five_five_oh_one_two_three',
    ]) {
      const sent = write(JSON.stringify({ model: 'm', ...bodyWith(name) }));
      // Some have no name for a format.
      if (sent.includes(name)) expect(scanBody(sent).verdict).toBe('blocked');
    }
    expect(scanBody(write(JSON.stringify({ model: 'm', ...bodyWith('look_up_2') }))).verdict).toBe(
      'clean',
    );
  });
});

describe('A number that a tool gets or gives blocks the request in the protocol of every provider', () => {
  const card = '{"items":[{"n":4111111111111111}]}';
  const called = (given: string, answered: string) => ({
    messages: [
      said,
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call00001', type: 'function', function: { name: 'pay', arguments: given } },
        ],
      },
      { role: 'tool', tool_call_id: 'call00001', content: answered },
    ],
    tools: [{ type: 'function', function: { name: 'pay' } }],
  });

  it.each(protocols)('%s', (_, { write }) => {
    const verdictOf = (body: object) =>
      scanBody(write(JSON.stringify({ model: 'm', ...body }))).verdict;
    expect(verdictOf(called(card, 'ok'))).toBe('blocked');
    expect(verdictOf(called('{}', card))).toBe('blocked');
    expect(verdictOf(called('{"count":41}', '{"total":1200.5}'))).toBe('clean');
    // A limit of the request is no number of anybody.
    expect(verdictOf({ messages: [said], max_tokens: 2_025_550_143 })).toBe('clean');
  });
});
