import type { Container } from './member-names.ts';
import { type TextSlot, turnSlot } from './text-slot.ts';

/** What names a function or a call of one. */
const identifierPattern = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The slot of a name or id that stays: the model must repeat it, and renaming it would break the call.
 * Undefined for what stands in its place and is no identifier: that may say anything.
 */
export function identifierSlot(
  holder: Container,
  key: string | number,
  path: string,
): TextSlot | undefined {
  const value = holder[key];
  if (typeof value !== 'string' || !identifierPattern.test(value)) return undefined;
  return { ...turnSlot(holder, key, path, 'system'), fixed: true };
}
