import type { KnownValueHits } from '../calls/live-call.ts';
import { countKinds, type ShownDetection, shownDetection } from '../domain/detection.ts';
import { itemAt } from '../domain/item-at.ts';
import type { Action, ActivePolicy, PassName } from '../domain/policy.ts';
import { runInSlices } from '../domain/time-slices.ts';
import { documentFields } from '../ingress/documents/index.ts';
import type { CurrentRoster } from '../roster/current-roster.ts';
import { maskText, Placeholders, redactedMark } from '../tokenize/index.ts';
import type { Search } from './detection.ts';
import { withDocumentFields } from './document-findings.ts';
import { propagateKnownValues } from './propagate-known-values.ts';
import { withRosterFindings } from './roster-findings.ts';

/** A detection with what the policy does about it; equal values share a placeholder. */
export interface TriedDetection extends ShownDetection {
  readonly action: Action;
  /** `[KIND_NN]`, as in events. */
  readonly placeholder: string;
}

export interface TriedText {
  readonly detections: readonly TriedDetection[];
  /** What the policy does not look for, and leaves as it is. */
  readonly inClear: readonly ShownDetection[];
  /** The text with placeholders where a call would have tokens or surrogates. */
  readonly maskedText: string;
  /** Passes that really ran. */
  readonly passes: readonly PassName[];
  /** How many detections of each kind the policy's `never` took away. */
  readonly vetoes: Readonly<Record<string, number>>;
}

/** Shows what a policy does to a text. Keeps nothing, and mints no token. */
export type Playground = (active: ActivePolicy, text: string) => Promise<TriedText>;

/** `search` must keep no text: people may try out real data. Without a `roster` nobody learns who is in it. */
export function createPlayground(search: Search, roster?: CurrentRoster): Playground {
  return async (active, text) => {
    const { texts, passes } = await search(active, [{ text, speaker: 'user', place: 'turn' }]);
    const fields = await runInSlices(documentFields(text));
    const stated = texts.map((searched) => ({
      ...searched,
      text,
      findings: withDocumentFields(searched, { fields }, active.policy),
    }));
    const people = await roster?.current();
    const found = await withRosterFindings({ call: {}, active, roster: people }, stated);
    const values = {
      known: [],
      knownKeys: new Set<string>(),
      knownValueHits: noHits,
      notPrivate: [],
    };
    const [findings = []] = await propagateKnownValues(values, found, active.policy);
    const placeholders = new Placeholders();
    const detections = findings.map((finding) => ({
      ...shownDetection(finding),
      action: active.policy.entities.get(finding.kind)?.action ?? 'tokenize',
      placeholder: placeholders.placeholderFor(finding.kind, finding.canonical),
    }));
    const replacements = detections
      .filter(({ action }) => action !== 'passthrough')
      .map(({ start, end, kind, action, placeholder }) => ({
        start,
        end,
        replacement: action === 'redact' ? redactedMark(kind) : placeholder,
      }));
    const vetoes = countKinds(itemAt(texts, 0).vetoed ?? []);
    const inClear = itemAt(texts, 0).inClear.map(shownDetection);
    return { detections, inClear, passes, vetoes, maskedText: maskText(text, replacements) };
  };
}

const noHits: ReadonlyMap<string, KnownValueHits> = new Map();
