/** Words with which callers take a value back or say it again, as a pattern's source. */
const correctionWords = [
  'uh|um|er|oh|no|nope|not|sorry|wait|hold on|hang on|actually|correction|rather|again|oops|or|maybe',
  "i|mean|meant|excuse me|make|scratch|strike|let me|let|repeat|start over|try again|that's wrong",
  "was it|is it|it's|its|is|that's|that|should|be|the",
].join('|');
/** Those of them without which nothing is taken back. */
const takingBackWords = [
  'no|nope|sorry|wait|hold on|actually|correction|rather|i mean|i meant|oops|make that',
  "scratch that|strike that|start over|try again|that's wrong|or|should be|not|other way (?:a)?round",
].join('|');
const takingBack = new RegExp(`\\b(?:${takingBackWords})\\b`, 'i');

/** The source of one to `most` words of correction, the words `more` among them. */
export const correctionSource = (most: number, more = ''): string =>
  `(?:(?:${correctionWords}${more})\\b[\\s,.…–—-]{1,4}){1,${most}}`;

const correction = new RegExp(`[\\s,.…–—-]{0,4}${correctionSource(6)}`, 'iy');

/** Where what is said instead of the value ending at `end` begins ("… no wait, sixty one"); undefined when nothing is. */
export function correctedAt(text: string, end: number): number | undefined {
  correction.lastIndex = end;
  const said = correction.exec(text)?.[0];
  return said !== undefined && takingBack.test(said) ? end + said.length : undefined;
}

/** Whether a text takes something back: "no wait", "sorry", "I mean". */
export const takesBack = (text: string): boolean => takingBack.test(text);
