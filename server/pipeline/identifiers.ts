/** What names a function or a call of one. */
const identifier = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether it must reach the model as it is, which repeats it; renaming it would break the call. */
export function isIdentifier(value: unknown): boolean {
  return typeof value === 'string' && identifier.test(value);
}
