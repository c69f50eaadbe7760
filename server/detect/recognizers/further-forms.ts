import type { Language } from '../../normalize/languages/language.ts';
import { matchesOf, type Pattern } from '../view/pattern.ts';
import type { Match, View } from '../view/recognizer.ts';

interface Form extends Pattern {
  readonly asked: RegExp | undefined;
}

const byLanguage = new WeakMap<Language, ReadonlyMap<string, readonly Form[]>>();

/** Values of one kind that their form gives away in the languages that the policy covers besides the usual ones. */
export function furtherForms({ text, further, question }: View, kind: string): readonly Match[] {
  return further.flatMap((language) => {
    const forms = formsOf(language).get(kind) ?? [];
    const open = forms.filter(({ asked }) => asked === undefined || asked.test(question));
    return matchesOf(text, open);
  });
}

function formsOf(language: Language): ReadonlyMap<string, readonly Form[]> {
  const known = byLanguage.get(language);
  if (known !== undefined) return known;
  const patterns = Map.groupBy(language.forms ?? [], ({ kind }) => kind);
  const made = new Map(
    Array.from(patterns, ([kind, forms]) => [
      kind,
      forms.map(({ name, source, score, asked, accepts }): Form => {
        const regex = new RegExp(source, source.includes('(?<value>') ? 'dgiu' : 'giu');
        return {
          name,
          regex,
          score,
          asked: asked === undefined ? undefined : new RegExp(asked, 'iu'),
          ...(accepts !== undefined && { accepts }),
        };
      }),
    ]),
  );
  byLanguage.set(language, made);
  return made;
}
