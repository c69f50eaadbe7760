import { parseArgs } from 'node:util';
import { readLanguageModel } from '../../../../server/adapters/onnx/language-model-file.ts';
import { openWordReader } from '../../../../server/adapters/onnx/tagger.ts';
import {
  prepareText,
  spansOf,
  turnsInReach,
  type WordReading,
} from '../../../../server/detect/ner/index.ts';
import type { Utterance } from '../../../../server/domain/detection.ts';
import { itemAt } from '../../../../server/domain/item-at.ts';
import type { ActivePolicy } from '../../../../server/domain/policy.ts';
import { createSearch } from '../../../../server/pipeline/detection.ts';
import { lazyUtterance, runPasses } from '../../../../server/pipeline/detection-passes.ts';
import type { Detector } from '../../../../server/ports/detector.ts';
import { detectSet, historyTurns, type RowResult, turnOf } from '../detect-set.ts';
import { loadPolicy } from '../load-policy.ts';
import type { KindSpan } from '../match-spans.ts';
import { readSets } from '../read-sets.ts';
import { table } from '../report-table.ts';
import { scoreText } from '../score-text.ts';
import { allKindView, labelledKinds } from '../scored-kinds.ts';
import type { Rules } from './rules.ts';

/** Texts of one set that each rule is left out of, at most: those of a rare rule are all tried. */
const mostTried = 6;

interface Earned {
  /** Texts where the rule matched, and of these the texts it was left out of. */
  readonly texts: number;
  readonly tried: number;
  /** Values that only it hides, and needless spans that only it makes. */
  readonly saves: number;
  readonly makes: number;
  /** Needless spans that only it prevents, and values that stay in clear because of it. */
  readonly spares: number;
  readonly loses: number;
}

interface Tools {
  readonly rules: Rules;
  readonly policy: ActivePolicy;
  readonly detector: Detector;
}

/**
 * Leaves out one rule at a time, in texts where it matches, and prints what that changes, by rule and in how many sets.
 * Each text is searched alone behind its history; what the turns around it make known stays as it is.
 */
export async function leaveOutRules(rules: Rules, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      earned: { type: 'boolean' },
      policy: { type: 'string', default: 'configs/healthcare-strict.yaml' },
      files: { type: 'string' },
      model: { type: 'string', default: 'models' },
    },
  });
  const tools = {
    rules,
    policy: loadPolicy(values.policy),
    detector: await openModel(values.model),
  };
  const languages = await readLanguageModel(values.model);
  const all = new Map<string, Earned[]>();
  let [texts, runs] = [0, 0];
  for (const { name, rows } of positionals.flatMap((folder) =>
    readSets(folder, values.files?.split(',')),
  )) {
    process.stderr.write(`${name}\n`);
    const search = createSearch({ detector: tools.detector, languages });
    const before = rules.runs();
    const results = await detectSet(rows, search, tools.policy);
    texts += rows.length;
    runs += rules.runs() - before;
    for (const [rule, earned] of await leaveOutIn(results, tools))
      all.set(rule, [...(all.get(rule) ?? []), earned]);
  }
  process.stdout.write(reportOf(rules.places, all, Math.round(runs / texts)));
  return 0;
}

/** What each rule that matched earned in the texts of one set. */
async function leaveOutIn(
  results: readonly RowResult[],
  tools: Tools,
): Promise<Map<string, Earned>> {
  const kindsOf = labelledKinds(
    results.map(({ row }) => row),
    allKindView,
  );
  const dialogues = new Map<string, Utterance[]>();
  const all = new Map<string, Earned>();
  for (const { row, detections } of results) {
    const history = dialogues.get(row.dialog_id ?? '') ?? [];
    const before = history.slice(-historyTurns).toReversed();
    const { text, speaker } = turnOf(row);
    const searchWithout = (rule?: string) =>
      tools.rules.watch(rule, async () => {
        const input = { utterance: lazyUtterance(text, speaker), before };
        const passes = tools.policy.policy.passes;
        const options = { passes, model: tools.detector, isAlone: () => false };
        return itemAt(await runPasses(tools.policy, [input], options), 0).findings;
      });
    const { result, matched } = await searchWithout();
    const found = new Set(result.map(keyOf));
    const others = detections.filter((one) => !found.has(keyOf(one)));
    const scoreOf = (findings: typeof result) =>
      scoreText(row, [...findings, ...others], kindsOf(row), allKindView);
    const whole = scoreOf(result);
    for (const rule of matched) {
      const { texts, tried, ...earned } = all.get(rule) ?? nothing;
      all.set(rule, { texts: texts + 1, tried, ...earned });
      if (tried === mostTried) continue;
      const without = scoreOf((await searchWithout(rule)).result);
      all.set(rule, {
        texts: texts + 1,
        tried: tried + 1,
        saves: earned.saves + countMore(without.unhidden, whole.unhidden),
        makes: earned.makes + countMore(whole.needless, without.needless),
        spares: earned.spares + countMore(without.needless, whole.needless),
        loses: earned.loses + countMore(whole.unhidden, without.unhidden),
      });
    }
    if (row.dialog_id !== undefined)
      dialogues.set(row.dialog_id, [...history, lazyUtterance(text, speaker)]);
  }
  return all;
}

const nothing: Earned = { texts: 0, tried: 0, saves: 0, makes: 0, spares: 0, loses: 0 };

const keyOf = ({ kind, start, end }: KindSpan): string => `${kind} ${start} ${end}`;

/** How many spans of the first list the second has not. */
function countMore(spans: readonly KindSpan[], others: readonly KindSpan[]): number {
  const known = new Set(others.map(keyOf));
  return spans.filter((span) => !known.has(keyOf(span))).length;
}

/** The rules in Markdown, where they stand: how often they matched, and what they earned. */
function reportOf(
  places: ReadonlyMap<string, string>,
  all: ReadonlyMap<string, readonly Earned[]>,
  runs: number,
): string {
  const rows = [...places].map(([rule, place]) => {
    const sets = all.get(rule) ?? [];
    const sum = (pick: (one: Earned) => number) =>
      sets.reduce((total, one) => total + pick(one), 0);
    const counts = (Object.keys(nothing) as (keyof Earned)[]).map((key) => sum((one) => one[key]));
    const earnedIn = sets.filter(({ saves, spares }) => saves + spares > 0).length;
    const shown = rule.slice(0, 80).replaceAll('|', '\\|').replaceAll('`', "'");
    return [place, `\`${shown}\``, ...[...counts, sets.length, earnedIn].map(String)];
  });
  const heads = ['place', 'rule', ...Object.keys(nothing), 'sets', 'earned in'];
  const sorted = rows.toSorted(([one = ''], [other = '']) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  const about = `${places.size} rules. The patterns among them run ${runs} times for a text.`;
  return ['# What each rule earned', '', about, '', ...table(heads, sorted)].join('\n');
}

/** The model in this thread. It reads no text twice: what follows from its answers is decided anew each time. */
async function openModel(modelDir: string): Promise<Detector> {
  const { version, tables, read } = await openWordReader(modelDir);
  const readings = new Map<string, WordReading>();
  return {
    version,
    detect: async (inputs) => {
      const found: ReturnType<typeof spansOf>[] = [];
      for (const { utterance, before } of inputs) {
        const turns = turnsInReach(before);
        const text = prepareText({ utterance, before: turns });
        const key = JSON.stringify([utterance.speaker, utterance.text, turns]);
        const known =
          readings.get(key) ?? itemAt(await read([text], { pieces: Number.POSITIVE_INFINITY }), 0);
        readings.set(key, known);
        found.push(spansOf(text, known, tables));
      }
      return found;
    },
  };
}
