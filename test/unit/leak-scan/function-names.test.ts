import { describe, expect, it } from 'vitest';
import { anthropicDialect } from '../../../server/dialects/anthropic/index.ts';
import { bedrockDialect } from '../../../server/dialects/bedrock/index.ts';
import { geminiDialect } from '../../../server/dialects/gemini/index.ts';
import { responsesDialect } from '../../../server/dialects/responses/index.ts';
import { scanEgress } from '../../../server/leak-scan/index.ts';
import { finished } from '../../support/finished.ts';

const scanBody = (json: string) =>
  finished(scanEgress(json, { values: [], enforced: new Set(['PHONE']), isOwnToken: () => false }));

describe('A number of somebody in the name of a function or format blocks the request', () => {
  const places: readonly ((name: string) => object)[] = [
    (name) => ({ tools: [{ type: 'function', function: { name } }] }),
    (name) => ({ tools: [{ type: 'custom', custom: { name } }] }),
    (name) => ({ tool_choice: { type: 'function', function: { name } } }),
    (name) => ({ functions: [{ name }] }),
    (name) => ({ function_call: { name } }),
    (name) => ({ response_format: { type: 'json_schema', json_schema: { name } } }),
    (name) => ({ messages: [{ role: 'tool', name, content: 'ok' }] }),
    (name) => ({ messages: [{ role: 'assistant', tool_calls: [{ function: { name } }] }] }),
  ];
  const verdicts = (name: string) => [
    ...new Set(places.map((place) => scanBody(JSON.stringify(place(name))).verdict)),
  ];

  it.each([
    'call_2125550123',
    'call2125550123',
    '2125550123',
    'f2125550123',
    'dial_212-555-0123',
    'dial_1_212_555_0123_now',
    'ssn_536-48-1442',
    'ssn_536481442',
    'chart_4482913',
    'lookup4482913now',
    'local_555_0123',
    'card_4111111111111111',
    'born_19580220',
    'born_1958_02_20',
    'born_02-20-1958',
  ])('%s', (name) => {
    expect(verdicts(name)).toEqual(['blocked']);
  });

  it.each([
    'get_user_v2',
    'book_slot_3',
    'web_search_20250305',
    'bash_20241022',
    'export_1795255365',
    'n8n_1795255365123',
    'report_2024_2025',
    'tool_550e8400-e29b-41d4-a716-446655440000',
    'tool_25040441_2941_4712_8716_446655440000',
    'tool_3f2504e04f8941d39a0c0305e82c3301',
    'mcp__files__read_2',
    'rfc_2822_8601_check',
    'room_101_202_303',
  ])('but not what versions, years and random names hold: %s', (name) => {
    expect(verdicts(name)).toEqual(['clean']);
  });
});

describe('A number in a name blocks the request in the protocol of every provider', () => {
  const said = { role: 'user', content: 'hello' };
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
  const protocols = Object.entries({
    anthropic: anthropicDialect,
    bedrock: bedrockDialect,
    gemini: geminiDialect,
    responses: responsesDialect,
  });

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
