import { authenticationRules } from './authentication.ts';
import { endpointRules } from './endpoints.ts';
import { errorRules } from './errors.ts';
import { eventRules } from './events.ts';
import { resourceRules } from './resources.ts';
import type { Rule } from './rule.ts';
import { serviceRules } from './service.ts';
import { stateRules } from './states.ts';

/** The rules of docs/interface.md from top to bottom, a sentence each. */
export const ruleBook: readonly Rule[] = [
  ...serviceRules,
  ...resourceRules,
  ...stateRules,
  ...endpointRules,
  ...authenticationRules,
  ...eventRules,
  ...errorRules,
];

const byId = new Map(ruleBook.map((rule) => [rule.id, rule]));

/** Title of the test that holds the service to a rule: `spec, Authentication 6: …`. */
export function rule(id: string): string {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`There is no rule ${id}.`);
  return `spec, ${id}: ${found.says}`;
}
