import { describe, expect, it } from 'vitest';
import { parseTools } from '../../../../renderer/agents/parse-tools.ts';

const tool = '{"type":"function","function":{"name":"book_visit"}}';

describe('the text of an agent’s functions', () => {
  it('the functions of an agent are a list, or none', () => {
    expect(parseTools(`[${tool}]`).tools).toHaveLength(1);
    expect(parseTools('  \n ')).toEqual({});
  });

  it.each([
    ['[\n  {"type": oops}\n]', 2],
    ['[\n{\n"type":\n', 3],
    ['{"a":1},', 1],
  ])('invalid JSON has a problem with its line: %j', (text, line) => {
    expect(parseTools(text)).toEqual({ problem: { line, message: 'Invalid JSON starts here' } });
  });

  it.each([
    ['{}', 'Functions must be a list'],
    ['"[]"', 'Functions must be a list'],
    [`[${tool}, null]`, 'Entry 2 must have'],
    ['[{"type":"function"}]', 'Entry 1 must have'],
    ['[{"type":"function","function":{"name":7}}]', 'Entry 1 must have'],
    ['[{"type":"tool","function":{"name":"x"}}]', 'Entry 1 must have'],
  ])('%j is not a list of functions, and the problem says why', (text, message) => {
    const { tools, problem } = parseTools(text);
    expect([tools, problem?.message.startsWith(message)]).toEqual([undefined, true]);
  });
});
