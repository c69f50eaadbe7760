import { deeperThan, maxDepth } from '../domain/depth.ts';
import { Fault } from '../domain/fault.ts';

/** Most choices of one reply, and most texts in all of them: contents, refusals, arguments, … */
const maxTexts = 256;

/** Throws Fault `upstream_error` when a reply has more choices or texts than any real one (decision 0051). */
export function refuseTooMany(count: number, what: 'choices' | 'texts'): void {
  if (count > maxTexts) {
    throw new Fault('upstream_error', `the upstream reply has more than ${maxTexts} ${what}`);
  }
}

/** The JSON of a reply; undefined when it is none. Throws Fault `upstream_error` when it nests too deep. */
export function parseReply(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (deeperThan(value, maxDepth)) {
    throw new Fault('upstream_error', `the upstream reply nests deeper than ${maxDepth} levels`);
  }
  return value;
}
