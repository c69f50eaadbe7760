import type { EntityRule, OtherLanguages, Policy } from '../domain/policy.ts';

/** From the strictest to the weakest. */
const strictness: readonly OtherLanguages[] = ['refuse', 'mask_all', 'detect_only'];

/**
 * In what `own` masks or records less than `global`: the names of kinds and of fields, in the order of the
 * document; empty when in nothing. A policy with entries here needs an admin's approval (decision 0152).
 */
export function weakerIn(global: Policy, own: Policy): readonly string[] {
  const kinds = [...global.entities]
    .filter(([kind, rule]) => masksLess(global, rule, own, own.entities.get(kind)))
    .map(([kind]) => kind);
  const fields = {
    languages: global.languages.some((language) => !own.languages.includes(language)),
    other_languages:
      strictness.indexOf(own.otherLanguages) > strictness.indexOf(global.otherLanguages),
    unreadable: global.unreadable === 'refuse' && own.unreadable === 'pass',
    refused_turns: global.refusedTurns === 'fail' && own.refusedTurns === 'local_model',
    'audit.log_events': global.audit.logEvents && !own.audit.logEvents,
    'audit.log_payloads': !global.audit.logPayloads && own.audit.logPayloads,
    'audit.retention_days': own.audit.retentionDays < global.audit.retentionDays,
  };
  const weaker = Object.entries(fields).flatMap(([field, isWeaker]) => (isWeaker ? [field] : []));
  return [...kinds, ...weaker];
}

function masksLess(
  global: Policy,
  before: EntityRule,
  own: Policy,
  after: EntityRule | undefined,
): boolean {
  if (!masks(before)) return false;
  if (after === undefined || !masks(after)) return true;
  if (before.action === 'redact' && after.action !== 'redact') return true;
  const loses = (pass: 'regex' | 'ner') =>
    searches(global, before, pass) && !searches(own, after, pass);
  return (
    loses('regex') ||
    loses('ner') ||
    after.confidenceThreshold > before.confidenceThreshold ||
    lacksSome(before.always, after.always) ||
    lacksSome(before.patterns, after.patterns) ||
    lacksSome(after.never, before.never)
  );
}

const masks = ({ enabled, action }: EntityRule): boolean => enabled && action !== 'passthrough';

const searches = ({ passes }: Policy, rule: EntityRule, pass: 'regex' | 'ner'): boolean =>
  rule[pass] && passes.includes(pass === 'ner' ? 'nermodel' : 'regex');

const lacksSome = (wanted: readonly string[], given: readonly string[]): boolean =>
  wanted.some((word) => !given.includes(word));
