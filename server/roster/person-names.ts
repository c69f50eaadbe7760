import { wordsOf } from '../detect/ner/index.ts';
import type { Person } from '../domain/roster.ts';
import { nameForm, particles } from './name-forms.ts';

/** `O'Brien` may be heard as `Brien`, `D'Angelo` as `Angelo`. */
const prefixed = /^[od]['’](\p{L}{3,})$/iu;

/**
 * The forms by which the names of a person are found: each word, and the words of one name without what joins
 * them: `van der Berg` as `berg` and `vanderberg`, `Phuong-Anh` as `phuong`, `anh` and `phuonganh`.
 */
export function nameFormsOf({ givenNames, familyNames, fullNames }: Person): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const name of [...givenNames, ...familyNames]) addForms(forms, name, true);
  for (const name of fullNames) addForms(forms, name, false);
  return forms;
}

function addForms(forms: Set<string>, name: string, isOneName: boolean): void {
  const words = wordsOf(name).filter(({ text }) => /^\p{L}/u.test(text));
  const own = words.map(({ text }) => nameForm(text));
  for (const form of own) {
    const isParticle = particles.has(form) && own.length > 1;
    if (form.length > 1 && !isParticle) forms.add(form);
  }
  for (const { text } of words) {
    const [, rest] = prefixed.exec(text) ?? [];
    if (rest !== undefined) forms.add(nameForm(rest));
  }
  if (isOneName && own.length > 1 && own.length < 4) forms.add(own.join(''));
  // "Maria Jose van der Berg" as one text: the particles join the word behind them.
  own.forEach((form, at) => {
    let joined = form;
    for (let before = at - 1; before >= 0 && particles.has(own[before] ?? ''); before -= 1) {
      joined = `${own[before]}${joined}`;
    }
    if (joined !== form && !particles.has(form)) forms.add(joined);
  });
}
