import { isMap, isSeq, parseDocument } from 'yaml';

export type WordList = 'always' | 'never' | 'patterns';

/** A word, phrase or pattern of a policy's own. */
export interface OwnWord {
  readonly kind: string;
  readonly list: WordList;
  readonly word: string;
}

const lists: readonly WordList[] = ['always', 'never', 'patterns'];

/** The words of a policy, by kind in its order. */
export function ownWords(yaml: string): readonly OwnWord[] {
  return rulesOf(yaml).flatMap(([kind, rule]) =>
    lists.flatMap((list) => textsOf(rule, list).map((word) => ({ kind, list, word }))),
  );
}

/** The kinds of a policy. */
export const kindsOf = (yaml: string): readonly string[] => rulesOf(yaml).map(([kind]) => kind);

/** None for a text that is half typed: the service's verdict is about the text before it. */
function rulesOf(yaml: string): readonly (readonly [kind: string, rule: unknown])[] {
  const document = parseDocument(yaml);
  if (document.errors.length > 0) return [];
  const root: unknown = document.toJS();
  return Object.entries(fieldOf(root, 'entities') ?? {});
}

const textsOf = (rule: unknown, list: WordList): readonly string[] => {
  const words = fieldOf(rule, list);
  return Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [];
};

const fieldOf = (value: unknown, field: string): object | undefined => {
  const found: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
  return typeof found === 'object' && found !== null ? found : undefined;
};

/** The policy with one more word at the end of a list; comments stay. */
export function withWord(yaml: string, { kind, list, word }: OwnWord): string {
  const document = parseDocument(yaml);
  const path = ['entities', kind, list];
  if (isSeq(document.getIn(path))) document.addIn(path, word);
  else if (!isMap(document.getIn(['entities', kind])))
    document.setIn(['entities', kind], document.createNode({ [list]: [word] }, { flow: true }));
  else document.setIn(path, document.createNode([word], { flow: true }));
  return document.toString({ lineWidth: 0 });
}

/** The policy without a word; comments stay. */
export function withoutWord(yaml: string, { kind, list, word }: OwnWord): string {
  const document = parseDocument(yaml);
  const path = ['entities', kind, list];
  const sequence = document.getIn(path);
  if (!isSeq(sequence)) return yaml;
  const left = (sequence.toJSON() as readonly unknown[]).indexOf(word);
  if (left < 0) return yaml;
  document.deleteIn([...path, left]);
  return document.toString({ lineWidth: 0 });
}
