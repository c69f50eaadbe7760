/** What Windows-1252 has between U+0080 and U+009F, where Latin-1 has controls. */
const windowsExtras = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const unprintable = new RegExp(`[^\\n -~\\u00a0-\\u00ff${windowsExtras}]`, 'gu');

/**
 * Text in the characters of the document's fonts, which are those every PDF reader has
 * (Windows-1252) and line ends. Any other character is named by its code point: nothing is dropped or guessed.
 */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

/** True when some of the text is named instead of shown. */
export function hasUnprintable(text: string): boolean {
  return text.search(unprintable) >= 0;
}
