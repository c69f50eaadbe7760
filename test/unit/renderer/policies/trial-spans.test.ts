import { expect, it } from 'vitest';
import { staysInClear, trialSpans } from '../../../../renderer/policies/trial-spans.ts';

it('a tried text shows what is masked and what stays, at its place on both sides', () => {
  const said = 'Ann came on June third, call 202-555-0143, code 1234';
  const sent = '[NAME_01] came on June third, call [REDACTED:PHONE], code 1234';
  const found = (kind: string, text: string) => {
    const start = said.indexOf(text);
    return { kind, start, end: start + text.length, score: 1, detector: 'regex.x' };
  };
  const spans = trialSpans({
    detections: [
      { ...found('PHONE', '202-555-0143'), action: 'redact', placeholder: '[PHONE_01]' },
      { ...found('NAME', 'Ann'), action: 'tokenize', placeholder: '[NAME_01]' },
      { ...found('PIN', '1234'), action: 'passthrough', placeholder: '[PIN_01]' },
    ],
    in_clear: [found('DATE', 'June third')],
    masked_text: sent,
    passes: ['regex'],
    vetoes: {},
  });
  expect(spans.map(({ regulated }) => said.slice(...regulated))).toEqual([
    ...['Ann', 'June third', '202-555-0143', '1234'],
  ]);
  expect(spans.map((span) => sent.slice(...span.public))).toEqual([
    ...['[NAME_01]', 'June third', '[REDACTED:PHONE]', '1234'],
  ]);
  expect(staysInClear(spans)).toEqual(['Date: 1', 'PIN: 1']);
});
