import type { Overview } from '../../server/contract/figures/overview.ts';
import { type Finding, type Tone, verdictOnCalls } from '../../server/contract/figures/words.ts';
import { verdictStrings as words } from './strings.ts';

export interface Verdict {
  readonly tone: Tone;
  /** Whole sentences, in the order in which they are read. */
  readonly sentences: readonly string[];
}

/** What the verdict is about: calls by outcome, what needs a person, and what is known of the audit log. */
export interface VerdictFacts extends Pick<Overview, 'attention' | 'chain'> {
  readonly total: Pick<Overview['total'], 'calls' | 'calls_by_status' | 'calls_with'>;
  /** The range in words, such as `in the last 24 hours`. */
  readonly range: string;
}

const tones: readonly Tone[] = ['good', 'plain', 'warn', 'bad'];

/** The state of an installation in a few plain sentences. The same facts give the same words. */
export function verdictOf(facts: VerdictFacts): Verdict {
  const { attention, chain } = facts;
  const findings: readonly Finding[] = [
    ...onCalls(facts),
    ...(chain === 'not_verified' ? [['plain', words.notVerified] as const] : []),
    ...(needs(attention, 'unavailable') ? [['bad', words.unavailable] as const] : []),
    ...(needs(attention, 'disk_low') ? [['warn', words.diskLow] as const] : []),
    ['good', words.things(thingsLeft(attention))],
  ];
  const worst = Math.max(...findings.map(([tone]) => tones.indexOf(tone)));
  return { tone: tones[worst] ?? 'bad', sentences: findings.map(([, sentence]) => sentence) };
}

function onCalls({ total, range, attention, chain }: VerdictFacts): readonly Finding[] {
  const { error = 0, partial = 0 } = total.calls_by_status;
  const callsOf = (name: string) => attention.find(({ about }) => about === name)?.count ?? 0;
  const counts = {
    ...total.calls_with,
    names_not_checked: callsOf('names_not_checked'),
    language_not_covered: callsOf('language_not_covered'),
    failed: error + partial,
  };
  const isLogBroken = chain === 'broken';
  const hasLogGap = needs(attention, 'journal_gap');
  return verdictOnCalls({ calls: total.calls, range, counts, isLogBroken, hasLogGap });
}

/** How many things nobody has seen. */
const thingsLeft = (attention: Overview['attention']): number =>
  attention.filter(({ acknowledged }) => acknowledged === undefined).length;

const needs = (
  attention: Overview['attention'],
  name: Overview['attention'][number]['about'],
): boolean => attention.some(({ about }) => about === name);
