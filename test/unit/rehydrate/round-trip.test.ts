import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyTally, restoreText, TokenScope } from '../../../server/rehydrate/index.ts';
import type { Scheme } from '../../../server/tokenize/index.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { type MarkedSpan, maskWith, tokenKit } from '../../support/token-kit.ts';

const kit = tokenKit();
const schemes: readonly (readonly [string, Scheme])[] = [
  ['vault-deterministic', kit.vaultDeterministic],
  ['reversible-aead', kit.reversibleAead],
];

/** Text that resembles a token or may merge with an adjacent one. */
const nastyText = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.constantFrom(
    '',
    'T',
    'to',
    'TOK',
    'tok1',
    'TOK1.',
    'TOK1.A.',
    'tok1.A.b.',
    '.',
    'X0Z',
    'and',
    '7',
    'U',
    '-',
    '_',
    '🙂',
  ),
);

interface Segment {
  readonly text: string;
  readonly value?: { readonly kind: string; readonly canonical: string };
}

const segment: fc.Arbitrary<Segment> = fc.oneof(
  nastyText.map((text) => ({ text })),
  fc
    .tuple(
      fc.constantFrom('PHONE', 'NAME', 'IP_ADDRESS'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
    )
    .map(([kind, text]) => ({ text, value: { kind, canonical: text } })),
);

function marked(segments: readonly Segment[]): { text: string; spans: MarkedSpan[] } {
  const spans: MarkedSpan[] = [];
  let text = '';
  for (const { text: surface, value } of segments) {
    const start = text.length;
    text += surface;
    if (value) spans.push({ ...value, surface, start, end: text.length });
  }
  return { text, spans };
}

/** True for text that restoring would redact, no matter who wrote it (design D16). */
async function looksLikeToken(text: string): Promise<boolean> {
  return (await restoreText(text, { scope: new TokenScope() }, emptyTally())) !== text;
}

describe.each(schemes)('design D12, %s: mask then rehydrate', (_, scheme) => {
  it('is the identity on any text whose equal values are spelled the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { maxLength: 12 }), async (segments) => {
        const { text, spans } = marked(segments);
        fc.pre(!(await looksLikeToken(text)));
        const masked = await maskWith(scheme, text, spans);
        const tally = emptyTally();
        expect(await restoreText(masked.text, { scope: masked.scope }, tally)).toBe(text);
        expect(tally).toEqual({ restored: spans.length, failed: [] });
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  it('restores the last spelling of a value with several spellings', async () => {
    const form = fc.constantFrom('555-0123', '555 0123', '(555) 0123', '5550123');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(form, fc.constantFrom(' ', ', ', 'x')), { minLength: 1 }),
        async (forms) => {
          const segments = forms.flatMap(([surface, after]) => [
            { text: surface, value: { kind: 'PHONE', canonical: '5550123' } },
            { text: after },
          ]);
          const { text, spans } = marked(segments);
          const masked = await maskWith(scheme, text, spans);
          const restored = await restoreText(masked.text, { scope: masked.scope }, emptyTally());
          const last = forms.at(-1)?.[0];
          expect(restored).toBe(forms.map(([, after]) => last + after).join(''));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('leaves no value in the masked text', async () => {
    const { text, spans } = marked([
      { text: 'call ' },
      { text: '555-0123', value: { kind: 'PHONE', canonical: '5550123' } },
      { text: ' or ' },
      { text: 'Ann Example', value: { kind: 'NAME', canonical: 'ann example' } },
    ]);
    const masked = await maskWith(scheme, text, spans);
    expect(masked.text).not.toMatch(/555|Ann|Example/);
  });

  it('restores tokens in other letter case, with O for 0 and I or L for 1', async () => {
    const alteration = fc.array(fc.nat(3), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(alteration, async (choices) => {
        const { text, spans } = marked([
          { text: '555-0101', value: { kind: 'PHONE', canonical: '5550101' } },
        ]);
        const masked = await maskWith(scheme, text, spans);
        const misread = [...masked.text]
          .map((symbol, at) => misreading(symbol, choices[at % choices.length] ?? 0))
          .join('');
        const reply = `It is ${misread}and ${misread}.`;
        const restored = await restoreText(reply, { scope: masked.scope }, emptyTally());
        expect(restored).toBe('It is 555-0101and 555-0101.');
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

function misreading(symbol: string, choice: number): string {
  if (choice === 1) return symbol.toLowerCase();
  if (choice === 2) return symbol.replace('0', 'O').replace('1', 'I');
  if (choice === 3) return symbol.replace('0', 'o').replace('1', 'l');
  return symbol;
}
