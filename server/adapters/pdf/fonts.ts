import { createRequire } from 'node:module';
import { Font } from '@react-pdf/renderer';

/** Text with every character that no font has replaced by its code point, such as `<U+05DE>`. */
export function printable(text: string): string {
  return composed(text).replace(unusual, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (fontOf(code) !== undefined) return character;
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

/** Whether `printable` replaces characters of the text. */
export function hasUnprintableCharacters(text: string): boolean {
  return printable(text) !== composed(text);
}

/** Without soft hyphens, which nobody sees: the library cannot lay out a text of nothing else. */
function composed(text: string): string {
  return text.normalize('NFC').replaceAll('\u00ad', '');
}

/** A part of a font for some characters; the packages have one file per part. */
interface FontPart {
  readonly family: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

interface Glyphs {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

const require = createRequire(import.meta.url);

/** Every PDF reader has the characters of Windows-1252, which differs from Latin-1 between U+0080 and U+009F. */
const windowsExtras = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
export const unusual = new RegExp(`[^\\n -~\\u00a0-\\u00ff${windowsExtras}]`, 'gu');

/**
 * Fonts for characters that PDF readers lack; the first font with a character wins. Kosugi is there for names of agents and
 * clinics that a Japanese-speaking practice writes in its own letters.
 */
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

/** Loads the fonts for a text; await it before using the other functions. */
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

/** The loaded font with an unusual character. */
export function fontOf(codePoint: number): string | undefined {
  const part = partsFor(codePoint).find(({ family }) => hasGlyph(family, codePoint));
  return part?.family;
}

function hasGlyph(fontFamily: string, codePoint: number): boolean {
  // The types lack the glyph data of a font.
  const glyphs = Font.getFont({ fontFamily })?.data as unknown as Glyphs | null;
  return glyphs?.hasGlyphForCodePoint(codePoint) === true;
}

/** The additional fonts that a text needs. */
export function fontsFor(text: string): readonly string[] {
  const fonts = codePointsOf(text).map(fontOf);
  return [...new Set(fonts.filter((font) => font !== undefined))];
}
