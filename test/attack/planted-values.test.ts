import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodedTexts, squeezed } from '../support/decoded-texts.ts';
import { type MemoryProxy, memoryProxy } from '../support/memory-proxy.ts';
import { identifierPlaces, leftHere, plantedRequest } from '../support/planted-requests.ts';
import { numberValue, spokenValue } from '../support/planted-values.ts';

/** Enough to meet each place in several forms, in a few seconds; `PLANTED_RUNS` asks for more. */
const numRuns = Number(process.env['PLANTED_RUNS'] ?? 700);

let proxy: MemoryProxy;
beforeAll(async () => {
  proxy = await memoryProxy();
});

interface Sent {
  readonly messages: readonly Record<string, unknown>[];
}

/** Texts that are JSON by themselves: contents, and arguments of calls. */
function jsonTexts(message: Record<string, unknown> = {}): readonly (string | undefined)[] {
  const { content, tool_calls: calls, function_call: call } = message;
  const called = [...(Array.isArray(calls) ? calls.map((one) => one.function) : []), call];
  return [content, ...called.map((one) => one?.arguments)].map((text) =>
    typeof text === 'string' ? text : undefined,
  );
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** The paths of JSON that was whole and is not any more. */
function brokenJson(before: Sent['messages'], after: Sent['messages']): readonly string[] {
  return before.flatMap((message, index) => {
    const left = jsonTexts(after[index]);
    return jsonTexts(message).flatMap((text, at) =>
      text !== undefined && isJson(text) && !isJson(left[at] ?? '') ? [left[at] ?? ''] : [],
    );
  });
}

describe('values planted in a request', () => {
  it('do not leave, whatever they stand in and however they are written (design D2, D3, D4)', {
    timeout: Math.max(180_000, numRuns * 60),
  }, async () => {
    await fc.assert(
      fc.asyncProperty(plantedRequest, spokenValue, async ({ values, messages, extra }, spoken) => {
        const last = { role: 'user', content: spoken.sentence };
        const response = await proxy.say('', { ...extra, messages: [...messages, last] });
        expect(response.statusCode).toBe(200);
        const sent = proxy.forwarded.at(-1) ?? '';
        const texts = decodedTexts(sent);
        const seen = texts.map(squeezed);
        const needles = [...values, spoken].map(({ value }) => squeezed(value));
        expect(needles.filter((needle) => seen.some((text) => text.includes(needle)))).toEqual([]);
        expect(texts.filter((text) => text.includes(leftHere))).toEqual([]);
        const { messages: after } = JSON.parse(sent) as Sent;
        expect(brokenJson(messages as Sent['messages'], after)).toEqual([]);
        const { choices } = JSON.parse(response.body);
        expect(choices[0].message.content).toBe(`You said: ${spoken.sentence}`);
      }),
      { numRuns },
    );
  });

  it('are refused in a name that must stay as it is (design D33)', async () => {
    const spelling = fc.constantFrom('-', '_', '');
    const prefix = fc.constantFrom('', 'save_', 'call-');
    const place = fc.constantFrom(...identifierPlaces);
    await fc.assert(
      fc.asyncProperty(
        numberValue,
        place,
        prefix,
        spelling,
        async ({ value, sentence }, put, start, joint) => {
          const { messages = [], ...extra } = put(start + value.replaceAll('-', joint));
          const said = { role: 'user', content: sentence };
          const before = proxy.forwarded.length;
          const response = await proxy.say('', { ...extra, messages: [...messages, said] });
          expect([response.statusCode, proxy.forwarded.length]).toEqual([422, before]);
          expect(response.json().error.code).toBe('validation_failed');
        },
      ),
    );
  });
});
