/** The text without the longer one that it was cut from, which V8 keeps as long as a cut of 13 characters or more. */
export function ownCopy(text: string): string {
  return ` ${text}`.slice(1);
}
