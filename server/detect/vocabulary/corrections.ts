const correctionWords =
  /[\s,.…–-]{0,4}(?:(?:uh|um|er|oh|no|nope|sorry|wait|hold on|hang on|actually|correction|rather|again|i mean|i meant|excuse me|oops|make that|scratch that|strike that|let me|start over|try again|that's wrong|or|was it|is it|maybe|it's|its|is|should be|not|the)\b[\s,.…–-]{1,4}){1,6}/iy;
const takingBack =
  /\b(?:no|nope|sorry|wait|hold on|actually|correction|rather|i mean|i meant|oops|make that|scratch that|strike that|start over|try again|that's wrong|or|should be|not)\b/i;

/** Where what is said instead of the value ending at `end` begins ("… no wait, sixty one"); undefined when nothing is. */
export function correctedAt(text: string, end: number): number | undefined {
  correctionWords.lastIndex = end;
  const said = correctionWords.exec(text)?.[0];
  return said !== undefined && takingBack.test(said) ? end + said.length : undefined;
}
