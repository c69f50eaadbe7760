import { describe, expect, it } from 'vitest';
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
