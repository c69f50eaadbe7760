import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TurnSpeaker } from './labelled-text.ts';
import type { Random } from './random.ts';

/** What a template is made of. */
type Node =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'choice'; readonly options: readonly (readonly Node[])[] }
  | { readonly is: 'slot'; readonly name: string }
  | { readonly is: 'rule'; readonly name: string };

export interface Template {
  /** The line as it stands in its file; names it when templates are held out. */
  readonly line: string;
  readonly turns: readonly { readonly speaker: TurnSpeaker | undefined; readonly nodes: readonly Node[] }[];
  /** How often it is drawn: what has a thousand readings says more than what has one. */
  readonly weight: number;
}

export interface Grammar {
  readonly templates: readonly Template[];
  readonly rules: ReadonlyMap<string, readonly Node[]>;
}

/** An expanded template: text, or a slot still to be filled. */
export type Part = { readonly text: string } | { readonly slot: string };

/** Reads all `.txt` files of a folder (format: models/training/README.md), `# times N` ahead of one draws its templates as often. Throws on a malformed line. */
export function loadGrammar(folder: string): Grammar {
  const rules = new Map<string, readonly Node[]>();
  const templates: (Omit<Template, 'weight'> & { readonly times: number })[] = [];
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.txt')) continue;
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    const times = Number(/^# times (\d+)$/m.exec(lines[0] ?? '')?.[1] ?? 1);
    for (const [index, raw] of lines.entries()) {
      const line = raw.trim();
      if (line === '' || line.startsWith('#')) continue;
      try {
        const rule = /^([a-z][\w-]*)\s*=\s*(.*)$/.exec(line);
        if (rule !== null) rules.set(rule[1] ?? '', parse(rule[2] ?? ''));
        else templates.push({ ...parseTemplate(line), times });
      } catch (error) {
        throw new Error(`${file}:${index + 1}: ${String(error)}`);
      }
    }
  }
  const weight = ({ turns }: Omit<Template, 'weight'>): number =>
    1 + Math.log(turns.reduce((product, { nodes }) => product * readings(nodes, rules), 1)) / 4;
  return { templates: templates.map(({ times, ...template }) => ({ ...template, weight: times * weight(template) })), rules };
}

/** How many texts nodes can become, values apart. */
function readings(nodes: readonly Node[], rules: Grammar['rules']): number {
  return nodes.reduce((product, node) => {
    if (node.is === 'choice') return product * node.options.reduce((sum, option) => sum + readings(option, rules), 0);
    return node.is === 'rule' ? product * readings(rules.get(node.name) ?? [], rules) : product;
  }, 1);
}

function parseTemplate(line: string): Omit<Template, 'weight'> {
  const turns = line.split('||').map((turn) => {
    const [, speaker, body = ''] = /^\s*(?:([AU]):)?\s*(.*?)\s*$/.exec(turn) ?? [];
    return { speaker: speakerOf(speaker), nodes: parse(body) };
  });
  return { line, turns };
}

const speakerOf = (letter: string | undefined): TurnSpeaker | undefined =>
  letter === 'A' ? 'assistant' : letter === 'U' ? 'user' : undefined;

const tokens = /\{[A-Z]+(?:\.[a-z]+)?\}|<[a-z][\w-]*>|[()[\]|]|[^{<()[\]|]+|[{<]/g;

function parse(source: string): readonly Node[] {
  const list = source.match(tokens) ?? [];
  let at = 0;
  const options = (close: string): (readonly Node[])[] => {
    const all: Node[][] = [[]];
    for (; at < list.length; at += 1) {
      const token = list[at] ?? '';
      if (token === close) return all;
      if (token === '|') all.push([]);
      else all.at(-1)?.push(node(token));
    }
    if (close !== '') throw new Error(`missing ${close}`);
    return all;
  };
  const node = (token: string): Node => {
    if (token === '(' || token === '[') {
      at += 1;
      const inner = options(token === '(' ? ')' : ']');
      return { is: 'choice', options: token === '(' ? inner : [...inner, []] };
    }
    if (token === ')' || token === ']') throw new Error(`stray ${token}`);
    if (/^\{.+\}$/.test(token)) return { is: 'slot', name: token.slice(1, -1) };
    if (/^<.+>$/.test(token)) return { is: 'rule', name: token.slice(1, -1) };
    return { is: 'text', text: token };
  };
  const top = options('');
  return top.length === 1 ? (top[0] ?? []) : [{ is: 'choice', options: top }];
}

/** Chooses one reading of nodes. Throws when a rule is unknown. */
export function expand(nodes: readonly Node[], grammar: Grammar, random: Random): Part[] {
  return nodes.flatMap((node): Part[] => {
    if (node.is === 'text') return [{ text: node.text }];
    if (node.is === 'slot') return [{ slot: node.name }];
    if (node.is === 'choice') return expand(random.pick(node.options), grammar, random);
    const rule = grammar.rules.get(node.name);
    if (rule === undefined) throw new Error(`unknown rule <${node.name}>`);
    return expand(rule, grammar, random);
  });
}
