import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages, usualLanguages } from '../../server/normalize/index.ts';
import type { Language } from '../../server/normalize/languages/language.ts';

const home = 'server/normalize/languages';
const folders = readdirSync(home, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe('A language that a policy may cover', () => {
  it('is a folder and a line of the list; English, which all texts are read in, is a file', () => {
    expect(languages.map(({ code }) => code)).toEqual(['en', ...folders]);
    expect(existsSync(`${home}/en.ts`)).toBe(true);
    expect(usualLanguages).toEqual(['en', 'es']);
  });

  it.each(folders)('%s has the shape of all others, and imports nothing but that shape', (code) => {
    const language = languages.find((one) => one.code === code) as Language;
    expect(language.marks.size).toBeGreaterThan(100);
    for (const part of ['meanings', 'phrases', 'links', 'functionWords'] as const)
      expect(language[part].size).toBeGreaterThan(0);
    expect(language.streets).toBeDefined();
    // The model knows a language's names and values, or the words around a name show it.
    expect((language.valueWords === undefined) !== (language.names === undefined)).toBe(true);
    for (const file of readdirSync(`${home}/${code}`)) {
      const text = readFileSync(`${home}/${code}/${file}`, 'utf8');
      for (const [, from] of text.matchAll(/ from '([^']+)'/g))
        expect(from).toMatch(/^(?:\.\.\/language|\.\/[\w-]+)\.ts$/);
    }
  });
});

/** Files outside of the folders that have words of a language besides English, and why. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'letters, in whatever word they stand': [
    'server/adapters/pdf/fonts.ts',
    'server/normalize/decode-escapes.ts',
    'server/normalize/read-run.ts',
  ],
  'names of all the world, and spellings of them': [
    'server/roster/name-forms.ts',
    'server/roster-import/read-csv.ts',
  ],
  'the everyday words of languages that no policy may cover': [
    'server/detect/language/common-words.ts',
  ],
  'an invented call, or a text to warm up with': [
    'server/app/warm-up.ts',
    'server/demo/demo-calls.ts',
  ],
  'streets of many countries': ['server/detect/recognizers/address/street-patterns.ts'],
  'the domain may import no stage': ['server/domain/speech/dictation-words.ts'],
  'Spanish words within lists of English ones: the roster may not import the folders': [
    'server/roster/name-cues.ts',
    'server/roster/name-tokens.ts',
    'server/roster/read-names.ts',
  ],
};

/** A line of code, not of a comment, with a letter that English has not. */
const foreign = /^(?!\s*(?:\/\*|\*|\/\/))(?:(?!\/\/ |\/\*).)*[à-öø-ÿœŒ]/m;

describe('Words of a language lie in its folder', () => {
  it('no other file of the server has any, but those that say why', () => {
    const files = globSync('server/**/*.ts', { exclude: [`${home}/**`] });
    const having = files.filter((file) => foreign.test(readFileSync(file, 'utf8')));
    expect(having.sort()).toEqual(Object.values(exceptions).flat().sort());
  });

  it('no code asks for a language by name, but what the service itself says in it', () => {
    const files = globSync('server/**/*.ts', { exclude: [`${home}/**`] });
    const asking = files.filter((file) => /'(?:es|fr)'/.test(readFileSync(file, 'utf8')));
    expect(asking.sort()).toEqual([
      'server/detect/language/tell-language.ts',
      'server/domain/agent.ts',
      'server/domain/policy.ts',
    ]);
  });
});
