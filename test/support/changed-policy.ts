import { readFileSync } from 'node:fs';

const shipped = readFileSync(new URL('../../configs/mask_policy.yaml', import.meta.url), 'utf8');

/** The shipped policy with some of its text replaced; throws when it does not say what is replaced. */
export function changedPolicy(...changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((yaml, [from, to]) => {
    if (!yaml.includes(from)) throw new Error(`the policy does not say ${from}`);
    return yaml.replace(from, to);
  }, shipped);
}

/** The shipped policy with another rule for a kind; `''` leaves the kind out. */
export function policyWithRule(kind: string, rule: string): string {
  const line = new RegExp(`^  ${kind}: .*\n`, 'm');
  if (!line.test(shipped)) throw new Error(`the policy has no ${kind}`);
  return shipped.replace(line, rule === '' ? '' : `  ${kind}: ${rule}\n`);
}
