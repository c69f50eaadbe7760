import type { Detection, Speaker } from '../../../server/domain/detection.ts';
import type { ActivePolicy } from '../../../server/domain/policy.ts';
import type { Search, SearchText } from '../../../server/pipeline/detection.ts';
import { propagateKnownValues } from '../../../server/pipeline/propagate-known-values.ts';
import { joinRestarts } from '../../../server/pipeline/restarted-values.ts';
import { withRosterFindings } from '../../../server/pipeline/roster-findings.ts';
import type { LoadedRoster } from '../../../server/roster/current-roster.ts';
import type { RosterMemory } from '../../../server/roster/roster-memory.ts';
import type { LabelledRow } from './labelled-row.ts';

/** Earlier turns of the same dialogue that go with a turn, as the budget's request has them (design, Budgets). */
export const historyTurns = 10;

/** The detections of one row, and how long they took. */
export interface RowResult {
  readonly row: LabelledRow;
  readonly detections: readonly Detection[];
  /** Those that the roster has no part in. */
  readonly withoutRoster: readonly Detection[];
  /** Wall-clock milliseconds, earlier turns' cached results included. */
  readonly ms: number;
}

/**
 * Runs the product's own detection over a set, one request per row, in row order. A turn of a
 * dialogue is searched as the newest message of a request, with the turns before it as its history
 * and nothing after it, because that is when its text is first forwarded. Values that earlier turns
 * made known are looked for in it, as in a call.
 */
export async function detectSet(
  rows: readonly LabelledRow[],
  search: Search,
  policy: ActivePolicy,
  roster?: LoadedRoster,
): Promise<RowResult[]> {
  const dialogues = new Map<string, SearchText[]>();
  const calls = new Map<string, EvaluatedCall>();
  const callsAlone = new Map<string, EvaluatedCall>();
  const results: RowResult[] = [];
  for (const row of rows) {
    const history = dialogues.get(row.dialog_id ?? '') ?? [];
    const newest = turnOf(row);
    const started = performance.now();
    const { texts } = await search(policy, [...history.slice(-historyTurns), newest]);
    const call = calls.get(row.dialog_id ?? '') ?? newCall();
    const detections = await findingsOf(call, texts, policy, roster);
    const ms = performance.now() - started;
    const alone = callsAlone.get(row.dialog_id ?? '') ?? newCall();
    const withoutRoster =
      roster === undefined ? detections : await findingsOf(alone, texts, policy, undefined);
    results.push({ row, ms, detections, withoutRoster });
    if (row.dialog_id === undefined) continue;
    dialogues.set(row.dialog_id, [...history, newest]);
    calls.set(row.dialog_id, call);
    callsAlone.set(row.dialog_id, alone);
  }
  return results;
}

/** What a call remembers of its turns. */
type EvaluatedCall = RosterMemory & Parameters<typeof propagateKnownValues>[0];

const newCall = (): EvaluatedCall => ({
  known: [],
  knownKeys: new Set(),
  knownValueHits: new Map(),
  notPrivate: [],
});

/** The findings in the newest of the texts of a request. */
async function findingsOf(
  call: EvaluatedCall,
  texts: Awaited<ReturnType<Search>>['texts'],
  policy: ActivePolicy,
  roster: LoadedRoster | undefined,
): Promise<readonly Detection[]> {
  const found = await withRosterFindings({ call, active: policy, roster }, texts);
  const whole = found.map((one) => ({
    ...one,
    text: one.utterance.text,
    findings: joinRestarts(one.findings, one.utterance),
  }));
  const spread = await propagateKnownValues(call, whole, policy.policy);
  return spread.at(-1) ?? [];
}

/** A row as a text to search. */
export function turnOf(row: LabelledRow): SearchText {
  return { text: row.text, speaker: speakerOf(row.speaker), place: 'turn' };
}

/** Who asks stands where the voice agent does; everyone else is the caller. */
function speakerOf(speaker: string | undefined): Speaker {
  return speaker === 'doctor' || speaker === 'assistant' ? 'assistant' : 'user';
}
