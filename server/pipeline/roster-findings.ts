import { mergeDetections } from '../detect/index.ts';
import type { ChatRequest } from '../domain/chat.ts';
import { type Detection, detectionKey, type Finding, type Span } from '../domain/detection.ts';
import { itemAt } from '../domain/item-at.ts';
import type { ActivePolicy, Policy } from '../domain/policy.ts';
import { mapInSlices } from '../domain/time-slices.ts';
import type { LoadedRoster } from '../roster/current-roster.ts';
import { addShown, readRoster, weighHits } from '../roster/match-roster.ts';
import type { PersonNumber } from '../roster/roster-index.ts';
import type { RosterMemory } from '../roster/roster-memory.ts';
import type { Searched } from './detection.ts';
import { findingOf, neverIn } from './detection-passes.ts';

/** A text with what the roster adds to its findings. */
type WithRoster<T> = T & {
  /** Names of staff that the roster lets pass. */
  readonly passedNames?: number;
};

interface RosterInput {
  readonly call: RosterMemory;
  readonly active: Pick<ActivePolicy, 'policy'>;
  readonly roster?: LoadedRoster | undefined;
  /** The caller's telephone number in digits, '' where the platform does not say it. */
  readonly callerNumber?: string;
}

type SearchedText = Pick<Searched, 'digest' | 'utterance' | 'findings'>;

/**
 * Adds the people of the roster to the findings of all texts of a request, and takes away the names of staff that
 * may be said (decision 0082). What one text shows of a person counts in all texts of the call.
 */
export async function withRosterFindings<T extends SearchedText>(
  { call, active: { policy }, roster, callerNumber = '' }: RosterInput,
  texts: readonly T[],
): Promise<readonly WithRoster<T>[]> {
  if (roster === undefined) return texts;
  const { version, index } = roster;
  const before = call.roster?.version === version ? call.roster : undefined;
  const shown = before?.shown ?? new Set<PersonNumber>();
  if (callerNumber !== '') {
    for (const person of index.peopleWith('PHONE', callerNumber.slice(-10), 16)) shown.add(person);
  }
  const hits = await mapInSlices(
    texts,
    ({ digest, utterance }) => before?.hits.get(digest) ?? readRoster(utterance, index),
  );
  for (const some of hits) addShown(shown, some, index);
  call.roster = {
    version,
    shown,
    hits: new Map(texts.map(({ digest }, at) => [digest, itemAt(hits, at)])),
  };
  return mapInSlices(texts, (text, at) => {
    const { detections, passed } = weighHits(itemAt(hits, at), shown, index);
    const isPassed = (finding: Finding): boolean => passed.some((span) => isName(finding, span));
    const kept = text.findings.filter((finding) => !isPassed(finding));
    const never = detections.length === 0 ? [] : neverIn(text.utterance, policy);
    const wanted = detections.filter((hit) => !never.some((one) => isInside(hit, one)));
    const findings = merged({ ...text, findings: kept }, wanted, policy);
    return { ...text, findings, passedNames: passed.length };
  });
}

/** Whether a finding is a name inside a span; what a document states stays. */
const isName = ({ kind, start, end, source }: Finding, [from, to]: Span): boolean =>
  kind === 'NAME' && start >= from && end <= to && source !== 'structure';

/** Whether a detection is part of a phrase that is never of its kind. */
const isInside = (hit: Detection, phrase: Detection): boolean =>
  hit.kind === phrase.kind && hit.start >= phrase.start && hit.end <= phrase.end;

function merged(
  { findings, utterance }: SearchedText,
  detections: readonly Detection[],
  policy: Policy,
): readonly Finding[] {
  if (detections.length === 0) return findings;
  const alone = new Map(findings.map((finding) => [detectionKey(finding), finding]));
  return mergeDetections([findings, detections], policy, utterance.text).map(
    (hit) => alone.get(detectionKey(hit)) ?? findingOf(hit, utterance),
  );
}

/** Where voice platforms say who calls. */
const callerPaths = [
  ['metadata', 'caller_number'],
  ['metadata', 'from_number'],
  ['metadata', 'from'],
  ['customer', 'number'],
  ['call', 'customer', 'number'],
  ['call', 'from_number'],
];

/** The digits of the caller's telephone number where the platform says it, else ''. */
export function callerNumberOf(request: ChatRequest): string {
  for (const path of callerPaths) {
    const value = path.reduce<unknown>(
      (at, field) => (typeof at === 'object' && at !== null ? Reflect.get(at, field) : undefined),
      request,
    );
    const digits = typeof value === 'string' ? value.slice(0, 40).replace(/\D/g, '') : '';
    if (digits.length >= 7) return digits;
  }
  return '';
}
