import type { EntityRule, OtherLanguages, Policy } from '../domain/policy.ts';

/** From the strictest to the weakest. */
const strictness: readonly OtherLanguages[] = ['refuse', 'mask_all', 'detect_only'];

/**
 * In what `own` masks or records less than `global`: the names of kinds and of fields, in the order of the
 * document; empty when in nothing. A policy with entries here needs an admin's approval (decision 0152).
 */
export function weakerIn(global: Policy, own: Policy): readonly string[] {
  const kinds = [...new Set([...global.entities.keys(), ...own.entities.keys()])].filter((kind) => {
    const [before, after] = [global.entities.get(kind), own.entities.get(kind)];
    return masksLess(global, before, own, after) || passesMore(global, before, own, after);
  });
  const fields = {
    epsilon: own.tokenization === 'synthetic' && own.epsilon > global.epsilon,
    languages:
      lacksSome(global.languages, own.languages) ||
      (global.otherLanguages !== 'detect_only' && lacksSome(own.languages, global.languages)),
    other_languages:
      strictness.indexOf(own.otherLanguages) > strictness.indexOf(global.otherLanguages),
    unreadable: global.unreadable === 'refuse' && own.unreadable === 'pass',
    refused_turns: global.refusedTurns === 'fail' && own.refusedTurns === 'local_model',
    'audit.log_events': global.audit.logEvents && !own.audit.logEvents,
    'audit.keep': global.audit.keep === 'public' && own.audit.keep === 'nothing',
    'audit.log_payloads': !global.audit.logPayloads && own.audit.logPayloads,
    'audit.retention_days': own.audit.retentionDays < global.audit.retentionDays,
  };
  const weaker = Object.entries(fields).flatMap(([field, isWeaker]) => (isWeaker ? [field] : []));
  return [...kinds, ...weaker];
}

function masksLess(
  global: Policy,
  before: EntityRule | undefined,
  own: Policy,
  after: EntityRule | undefined,
): boolean {
  if (before === undefined || !masks(before)) return false;
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

/**
 * Whether a kind that the global policy does not mask lets values pass, or be restored: another kind may mask them there, such
 * as the card number that is an account where no kind of its own is listed.
 */
function passesMore(
  global: Policy,
  before: EntityRule | undefined,
  own: Policy,
  after: EntityRule | undefined,
): boolean {
  if (after === undefined || !after.enabled) return false;
  if (before === undefined || !before.enabled)
    return (
      !masks(after) || after.never.length > 0 || (after.action !== 'redact' && redactsAll(global))
    );
  if (masks(before) || masks(after)) return false;
  const findsMore = (pass: 'regex' | 'ner') =>
    searches(own, after, pass) && !searches(global, before, pass);
  return (
    findsMore('regex') || findsMore('ner') || after.confidenceThreshold < before.confidenceThreshold
  );
}

function redactsAll({ entities }: Policy): boolean {
  const masked = [...entities.values()].filter(masks);
  return masked.length > 0 && masked.every(({ action }) => action === 'redact');
}

const masks = ({ enabled, action }: EntityRule): boolean => enabled && action !== 'passthrough';

const searches = ({ passes }: Policy, rule: EntityRule, pass: 'regex' | 'ner'): boolean =>
  rule[pass] && passes.includes(pass === 'ner' ? 'nermodel' : 'regex');

const lacksSome = (wanted: readonly string[], given: readonly string[]): boolean =>
  wanted.some((word) => !given.includes(word));
