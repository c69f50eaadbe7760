import { parseDocument, stringify } from 'yaml';

/** The text of a valid policy with another `kid`; all else, comments too, stays as it is. */
export function replaceKid(yaml: string, kid: string): string {
  const node = parseDocument(yaml).get('kid', true) as {
    readonly range?: readonly number[] | null;
  };
  const [start = 0, end = 0] = node.range ?? [];
  return yaml.slice(0, start) + stringify(kid).trimEnd() + yaml.slice(end);
}
