import { mergeDetections } from '../detect/index.ts';
import { type Detection, detectionKey, type Finding } from '../domain/detection.ts';
import type { Policy } from '../domain/policy.ts';
import type { DocumentField } from '../ingress/documents/index.ts';
import type { TextSlot } from '../ingress/slots.ts';
import type { Searched } from './detection.ts';
import { findingOf } from './detection-passes.ts';

/** Where a policy lacks a kind, the wider kind that a field of a document then is. */
const widerKinds: Readonly<Record<string, string>> = {
  FAX: 'PHONE',
  ZIP: 'ADDRESS',
  LOCATION: 'ADDRESS',
  HEALTH_PLAN_ID: 'ACCOUNT',
  LICENSE: 'ACCOUNT',
};

/**
 * The findings of a text, and what the notation of a document in it states (design D48): a field of a name is a
 * name, whatever it looks like. Where both cover a character the field counts.
 */
export function withDocumentFields(
  { findings: found, utterance }: Pick<Searched, 'findings' | 'utterance'>,
  { fields = [], opened = [] }: Pick<TextSlot, 'fields' | 'opened'>,
  policy: Policy,
): readonly Finding[] {
  const findings = opened.length === 0 ? found : found.filter((one) => !isInside(one, opened));
  if (fields.length === 0) return findings;
  const stated = fields.map((field) => detectionOf(field, findings, policy));
  const alone = new Map(findings.map((finding) => [detectionKey(finding), finding]));
  return mergeDetections([findings, stated], policy, utterance.text).map(
    (hit) => alone.get(detectionKey(hit)) ?? findingOf(hit, utterance),
  );
}

/** Whether a finding takes a part of opened base64, whose characters mean nothing by themselves. */
function isInside({ start, end }: Finding, opened: NonNullable<TextSlot['opened']>): boolean {
  return opened.some(
    (one) => start < one.end && end > one.start && !(start <= one.start && end >= one.end),
  );
}

const stated = { source: 'structure', strength: 'certain' } as const;

function detectionOf(
  { start, end, kind, notation, isPart }: DocumentField,
  findings: readonly Finding[],
  policy: Policy,
): Detection {
  const own = policy.entities.has(kind) ? kind : (widerKinds[kind] ?? kind);
  // The model knows which words of a name are everyday words.
  const parts = findings
    .filter((found) => found.kind === own && found.start < end && found.end > start)
    .flatMap((found) => found.parts ?? [])
    .filter(([from, to]) => from >= start && to <= end);
  const detection = { kind: own, start, end, score: 1, ...stated, id: notation };
  return {
    ...detection,
    ...(parts.length > 0 && { parts }),
    ...(isPart === true && { isHalf: true }),
  };
}
