import type { EventDraft } from '../../domain/event.ts';
import type { EventId } from '../../domain/ids.ts';
import type { Ids } from '../../ports/ids.ts';
import { canonicalJson } from '../record/canonical-json.ts';
import {
  buildRecord,
  chainHash,
  type RecordPosition,
  type UnhashedRecord,
} from '../record/record.ts';
import { assertSessionExists } from '../tree/session-tree.ts';

/** A record as a store writes it. */
export interface PlacedRecord {
  readonly record: UnhashedRecord;
  readonly id: EventId;
  readonly nonce: string;
  /** Its canonical form. */
  readonly body: string;
  readonly currHash: string;
}

const nonceBytes = 16;

/**
 * Makes the record of a draft at the next place of a chain. Throws Fault `session_not_found` for an
 * event that cannot begin its session, and TypeError for a draft without a canonical form.
 */
export function placeRecord(
  draft: EventDraft,
  place: Omit<RecordPosition, 'id' | 'nonce'>,
  ids: Ids,
): PlacedRecord {
  assertSessionExists(draft.kind, place.sessionSeq);
  const id = ids.next('evt');
  const nonce = Buffer.from(ids.randomBytes(nonceBytes)).toString('hex');
  const record = buildRecord(draft, { ...place, id, nonce });
  const body = canonicalJson(record);
  return { record, id, nonce, body, currHash: chainHash(body) };
}
