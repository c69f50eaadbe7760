import type { EventDraft } from '../../server/domain/event.ts';
import { buildRecord, canonicalJson, chainHash, zeroHash } from '../../server/journal/index.ts';
import {
  credentialDrafts,
  exposureDrafts,
  fallbackDrafts,
  localModelDrafts,
  payloadDrafts,
  policyDrafts,
  publicSideDrafts,
  sampleDrafts,
  stageDrafts,
} from './event-samples.ts';

/** File name and golden line of every sample: canonical JSON of the whole record, as exported. */
export function eventGoldens(): readonly (readonly [name: string, line: string])[] {
  const line = (draft: EventDraft): string => `${goldenLine(draft)}\n`;
  return [
    ...sampleDrafts.map((draft) => [draft.kind, line(draft)] as const),
    ...payloadDrafts.map((draft) => [`${draft.kind}.with-payload`, line(draft)] as const),
    ...publicSideDrafts.map((draft) => [`${draft.kind}.with-public-side`, line(draft)] as const),
    ...fallbackDrafts.map((draft) => [`${draft.kind}.with-fallback`, line(draft)] as const),
    ...localModelDrafts.map((draft) => [`${draft.kind}.with-local-model`, line(draft)] as const),
    ...credentialDrafts.map((draft) => [`${draft.kind}.with-credential`, line(draft)] as const),
    ...policyDrafts.map((draft) => [`${draft.kind}.with-policy`, line(draft)] as const),
    ...stageDrafts.map((draft) => [`${draft.kind}.with-stages`, line(draft)] as const),
    ...exposureDrafts.map((draft) => [`${draft.kind}.with-exposure`, line(draft)] as const),
  ];
}

function goldenLine(draft: EventDraft): string {
  const record = buildRecord(draft, {
    seq: 0,
    id: 'evt_01J00000000000000000000000',
    nonce: '0'.repeat(32),
    prevHash: zeroHash,
    ...(draft.session_id !== undefined && { sessionSeq: 0 }),
  });
  return canonicalJson({ ...record, curr_hash: chainHash(canonicalJson(record)) });
}
