import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentFields } from '../../../server/ingress/documents/index.ts';
import { base64Pieces, base64Text, formText } from '../../../server/ingress/encoded-text.ts';
import { isPlainSpeech } from '../../../server/ingress/plain-speech.ts';
import { jsonPieces, splitLongText } from '../../../server/ingress/text-pieces.ts';
import { finished } from '../../support/finished.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Whether ingress finds something in a text besides its words. */
function isOpened(text: string): boolean {
  return (
    base64Text(text) !== undefined ||
    formText(text) !== undefined ||
    finished(base64Pieces(text)).length > 0 ||
    finished(jsonPieces(text)) !== undefined ||
    splitLongText({ text }).length > 1 ||
    finished(documentFields(text)).length > 0
  );
}

describe('Plain speech is not read as anything else (design D3, D48)', () => {
  it.each([
    'hello, my name is Ida Quennell and my number is 617 555 0142.',
    "I'd like to move it... to the 3rd, isn't that Dr. O’Neil?",
    'sí, soy José, 5',
    '',
  ])('%j is plain', (text) => {
    expect(isPlainSpeech(text)).toBe(true);
  });

  it.each([
    'surname like Throckmorton',
    'scan Lee_Ann 19580220.pdf',
    'ISA-00-          -00',
    'bXkgbmFtZSBpcyBJZGE',
    'bXkgZG9nIQ',
    'a: b',
    'one\ntwo',
    'and so on '.repeat(300),
  ])('%j may be more', (text) => {
    expect(isPlainSpeech(text)).toBe(false);
  });

  const words = fc.constantFrom(
    ...'the my name surname dob email phone patient like Like ilike would you I feel MSH ISA msh values insert into BEGIN VCARD from to Lee Ann-Marie José 1958 02-20 6175550142 aGVsbG8gd29ybGQ report pdf .pdf NM1 PID ñ ٣ Will'.split(
      ' ',
    ),
  );
  const signs = fc.constantFrom(' ', ' ', ' ', ', ', '. ', '.', '-', "'", '’', '? ', '...', '  ');

  it('whatever words stand side by side', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(words, signs), { maxLength: 12 }), (parts) => {
        const text = parts.flat().join('');
        return !isPlainSpeech(text) || !isOpened(text);
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('and whatever characters', () => {
    const characters = fc.constantFrom(...'aZ9 ,?!\'’-.é"[{=:@<|*~^;/\\\n_+');
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 60 }), (text) => {
        return !isPlainSpeech(text) || !isOpened(text);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});
