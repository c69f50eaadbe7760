import type { JournalRecord } from '../domain/event.ts';
import { Fault } from '../domain/fault.ts';
import type { Journaled, Masked } from '../domain/masked.ts';

/**
 * Marks a masked thing as journalled, given the records that `Journal.append` returned for it
 * (design D22). This is the only way to make one; without records nothing is durable and it throws
 * Fault `AuditUnavailable`.
 */
export function journaled<T>(masked: Masked<T>, receipt: readonly JournalRecord[]): Journaled<T> {
  if (receipt.length === 0) throw new Fault('AuditUnavailable', 'nothing was journalled');
  return masked as Journaled<T>;
}
