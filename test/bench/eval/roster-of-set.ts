import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { canonicalValue } from '../../../server/domain/detection.ts';
import type { Person } from '../../../server/domain/roster.ts';
import { runInSlices } from '../../../server/domain/time-slices.ts';
import type { LoadedRoster } from '../../../server/roster/current-roster.ts';
import { rosterBuilder } from '../../../server/roster/roster-index.ts';
import { compactLexicon } from '../../../server/roster/word-classes.ts';
import { inventedPeople } from '../../support/invented-people.ts';
import type { LabelledRow, LabelledSet } from './labelled-row.ts';

/** A roster of `count` invented people and everybody whom the labels of the sets name. */
export async function rosterOfSets(
  count: number,
  sets: readonly LabelledSet[],
): Promise<LoadedRoster> {
  const lexicon = readFileSync(join(import.meta.dirname, '../../../models/lexicon.txt.br'));
  const words = await runInSlices(compactLexicon(brotliDecompressSync(lexicon).toString('utf8')));
  const builder = rosterBuilder(words);
  // Names of staff that pass would count as missed.
  for (const person of inventedPeople(count)) builder.add({ ...person, mayBeSaid: false });
  for (const { name, rows } of sets) for (const person of peopleOf(name, rows)) builder.add(person);
  return { version: 1, index: builder.index };
}

/** The people of each dialogue: its full names, and those of its single names that are in none of them. */
function peopleOf(set: string, rows: readonly LabelledRow[]): readonly Person[] {
  const dialogues = Map.groupBy(rows, ({ id, dialog_id: dialogue }) => dialogue ?? id);
  return [...dialogues].flatMap(([dialogue, own]) => {
    const said = own.flatMap(({ text, spans }) =>
      spans
        .filter(({ kind9 }) => kind9 === 'NAME')
        .map(({ start, end }) => text.slice(start, end))
        .filter((name) => !isSpelled(name)),
    );
    const names = new Map(said.map((name) => [canonicalValue('NAME', name), name]));
    const inOthers = (form: string): boolean =>
      [...names.keys()].some((other) => other !== form && ` ${other} `.includes(` ${form} `));
    return [...names]
      .filter(([form]) => !inOthers(form))
      .map(([, name], at) => personOf(`${set}-${dialogue}-${at}`, name));
  });
}

/** "X-I-O", "be de burro a ele": most of its words are single letters, or names of letters. */
function isSpelled(name: string): boolean {
  const words = name.split(/[\s,-]+/);
  return words.length > 2 && words.filter(({ length }) => length < 3).length * 2 > words.length;
}

function personOf(id: string, name: string): Person {
  const none: readonly string[] = [];
  return {
    id,
    role: 'patient',
    givenNames: none,
    familyNames: none,
    fullNames: [name],
    birthDate: null,
    phones: none,
    emails: none,
    addresses: none,
    recordNumbers: none,
    mayBeSaid: false,
  };
}
