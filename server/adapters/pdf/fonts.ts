import { createRequire } from 'node:module';
import { Font } from '@react-pdf/renderer';

/**
 * Text in the characters of the document's fonts and line ends. Any other character is named by its
 * code point: nothing is dropped or guessed.
 */
export function printable(text: string): string {
  return text.normalize('NFC').replace(unusual, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (fontOf(code) !== undefined) return character;
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

/** True when some of the text is named instead of shown. */
export function hasUnprintableCharacters(text: string): boolean {
  return printable(text) !== text.normalize('NFC');
}

/** A part of a font, for some characters alone; the packages hold each in a file of its own. */
interface FontPart {
  readonly family: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

interface Glyphs {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

const require = createRequire(import.meta.url);

/** What every PDF reader has: Windows-1252, which differs from Latin-1 between U+0080 and U+009F. */
const windowsExtras = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
export const unusual = new RegExp(`[^\\n -~\\u00a0-\\u00ff${windowsExtras}]`, 'gu');

/** Fonts for what those of every PDF reader lack; of two that have a character the first is taken. */
const parts: readonly FontPart[] = [
  ...partsOf('noto-sans', /^(latin|vietnamese|greek|cyrillic)/, [400, 700]),
  ...partsOf('kosugi', /^\d/, [400]),
];

function partsOf(font: string, subsets: RegExp, weights: readonly number[]): readonly FontPart[] {
  const all = require(`@fontsource/${font}/unicode.json`) as Readonly<Record<string, string>>;
  return Object.entries(all)
    .map(([subset, ranges]) => [subset.replace(/[[\]]/g, ''), ranges] as const)
    .filter(([subset]) => subsets.test(subset))
    .map(([subset, ranges]) => {
      const family = `${font}-${subset}`;
      const fonts = weights.map((fontWeight) => ({
        fontWeight,
        src: require.resolve(`@fontsource/${font}/files/${family}-${fontWeight}-normal.woff`),
      }));
      Font.register({ family, fonts });
      return { family, ranges: ranges.split(',').map(rangeOf) };
    });
}

/** `U+0-FF` or `U+131`. */
function rangeOf(range: string): readonly [number, number] {
  const [first = '', last = first] = range.replace(/U\+/i, '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

/** Opens the fonts that some text needs; to be awaited before anything is asked of them. */
export async function openFonts(text: string): Promise<void> {
  const needed = codePointsOf(text).flatMap((codePoint) => partsFor(codePoint));
  await Promise.all([...new Set(needed)].map(({ family }) => Font.load({ fontFamily: family })));
}

function codePointsOf(text: string): readonly number[] {
  const characters = new Set(text.normalize('NFC').match(unusual));
  return [...characters].map((character) => character.codePointAt(0) ?? 0);
}

function partsFor(codePoint: number): readonly FontPart[] {
  return parts.filter(({ ranges }) =>
    ranges.some(([first, last]) => first <= codePoint && codePoint <= last),
  );
}

/** The open font that has an unusual character. */
export function fontOf(codePoint: number): string | undefined {
  const part = partsFor(codePoint).find(({ family }) => hasGlyph(family, codePoint));
  return part?.family;
}

function hasGlyph(fontFamily: string, codePoint: number): boolean {
  // The types tell less of a font's data than there is.
  const glyphs = Font.getFont({ fontFamily })?.data as unknown as Glyphs | null;
  return glyphs?.hasGlyphForCodePoint(codePoint) === true;
}

/** The fonts that a text needs beside its own. */
export function fontsFor(text: string): readonly string[] {
  const fonts = codePointsOf(text).map(fontOf);
  return [...new Set(fonts.filter((font) => font !== undefined))];
}
