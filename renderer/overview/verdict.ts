import type { Overview } from '../../server/contract/figures/overview.ts';
import { verdictStrings as words } from './strings.ts';

/** How good the news is: `good` only where everything was checked and nothing happened. */
type Tone = 'good' | 'plain' | 'warn' | 'bad';

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

type Finding = readonly [tone: Tone, sentence: string];
const tones: readonly Tone[] = ['good', 'plain', 'warn', 'bad'];

/** The state of an installation in a few plain sentences. The same facts give the same words. */
export function verdictOf(facts: VerdictFacts): Verdict {
  const { total, range, attention } = facts;
  const out = sentOut(facts);
  const log = auditLog(facts);
  const isClean = total.calls > 0 && out.length === 0 && !log.some(([tone]) => tone === 'bad');
  const { error = 0, partial = 0 } = total.calls_by_status;
  const findings: readonly Finding[] = [
    [total.calls === 0 ? 'plain' : 'good', words.calls(total.calls, range)],
    ...counted('good', total.calls_with['stopped'], words.stopped),
    ...(isClean ? [['good', words.nothingOut] as const] : out),
    ...counted('warn', error + partial, words.failures),
    ...log,
    ...told(attention, 'unavailable', 'bad', words.unavailable),
    ...told(attention, 'disk_low', 'warn', words.diskLow),
    ['good', words.things(thingsLeft(attention))],
  ];
  const worst = Math.max(...findings.map(([tone]) => tones.indexOf(tone)));
  return { tone: tones[worst] ?? 'bad', sentences: findings.map(([, sentence]) => sentence) };
}

/** What got out, may have got out, or was not looked for. */
function sentOut({ total, attention }: VerdictFacts): readonly Finding[] {
  const { may_have_been_sent: maySent, by_policy, not_recorded, unreadable } = total.calls_with;
  const about = (name: string) => attention.find((item) => item.about === name)?.count;
  return [
    ...counted('bad', maySent, words.maySent),
    ...counted('warn', by_policy, words.byPolicy),
    ...counted('warn', unreadable, words.unreadable),
    ...counted('warn', about('names_not_checked'), words.namesNotChecked),
    ...counted('warn', about('language_not_covered'), words.notCovered),
    ...counted('warn', not_recorded, words.notRecorded),
  ];
}

/** Whether the record that the other sentences come from is whole, as far as is known. */
function auditLog({ chain, attention }: VerdictFacts): readonly Finding[] {
  return [
    ...(chain === 'broken' ? [['bad', words.broken] as const] : []),
    ...told(attention, 'journal_gap', 'bad', words.gap),
    ...(chain === 'not_verified' ? [['plain', words.notVerified] as const] : []),
  ];
}

/** How many things nobody has seen. */
const thingsLeft = (attention: Overview['attention']): number =>
  attention.filter(({ acknowledged }) => acknowledged === undefined).length;

function counted(tone: Tone, count = 0, sentence: (count: number) => string): readonly Finding[] {
  return count > 0 ? [[tone, sentence(count)]] : [];
}

function told(
  attention: Overview['attention'],
  name: Overview['attention'][number]['about'],
  tone: Tone,
  sentence: string,
): readonly Finding[] {
  return attention.some(({ about }) => about === name) ? [[tone, sentence]] : [];
}
