import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonErrorLine } from '../../../../../renderer/agents/functions/json-error-line.ts';
import { propertyRuns } from '../../../../support/property-runs.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the line of the first JSON error', () => {
  it.each([
    ['[\n  {"type": oops}\n]', 2],
    ['{\n  "a": 1\n  "b": 2\n}', 3],
    ['{\n  "a": 1,\n}', 3],
    ['[\n1,\n2\n\n\n', 3],
    ['{"a":\n[1}\n]', 2],
    ['[1]\n]', 2],
    ['"a\nb"', 1],
    ['', 1],
  ])('the first error of %j is in line %i', (text, line) => {
    expect(jsonErrorLine(text)).toBe(line);
  });

  it('a text has an error line exactly if it is not JSON', () => {
    const pieces = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"a"', '"\\u12"', '0', '01', '-1.5e3', 'null', ' ', '\n'],
    );
    const texts = fc.oneof(
      fc.json(),
      fc.json().map((text) => JSON.stringify(JSON.parse(text), null, 2)),
      fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
      fc
        .tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 }))
        .map(([text, at, put]) => text.slice(0, at % text.length) + put),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(jsonErrorLine(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: propertyRuns(2000) },
    );
  });
});
