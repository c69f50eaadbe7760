import { fontOf, unusual } from './fonts.ts';

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
