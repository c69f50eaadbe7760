import { lexiconBits } from '../../server/detect/ner/index.ts';
import type { Person } from '../../server/domain/roster.ts';
import { runToEnd } from '../../server/domain/time-slices.ts';
import { type RosterIndex, rosterBuilder } from '../../server/roster/roster-index.ts';
import { compactLexicon } from '../../server/roster/word-classes.ts';

const { word, common, firstName, surname, place, usualFirstName, spanishWord, spanishCommon } =
  lexiconBits;
const everydayName = word | common | firstName | usualFirstName;

/** A lexicon of a few words, as its file writes it. */
export const smallLexicon = [
  ...['will', 'grace', 'may', 'patience', 'hope', 'mark', 'rose'].map((name) => [
    name,
    everydayName,
  ]),
  ...['street', 'clinic', 'taxes', 'garden', 'calm'].map((plain) => [plain, word | common]),
  ['austin', firstName | surname | place | usualFirstName],
  ['soledad', firstName | usualFirstName | spanishWord],
  ['ella', firstName | usualFirstName | spanishCommon],
  ['john', firstName | usualFirstName],
  ...['april', 'jan', 'guadalupe', 'nancy'].map((name) => [name, firstName | usualFirstName]),
  ['tuno', spanishWord],
]
  .map((line) => line.join(' '))
  .join('\n');

const nobody: Person = {
  id: 'nobody',
  role: 'patient',
  givenNames: [],
  familyNames: [],
  fullNames: [],
  birthDate: null,
  phones: [],
  emails: [],
  addresses: [],
  recordNumbers: [],
  mayBeSaid: false,
};

/** An invented person with these fields. */
export const person = (fields: Partial<Person>): Person => ({ ...nobody, ...fields });

export function indexOf(...people: readonly Partial<Person>[]): RosterIndex {
  const builder = rosterBuilder(runToEnd(compactLexicon(smallLexicon)));
  people.forEach((fields, at) => {
    builder.add(person({ id: `person-${at}`, ...fields }));
  });
  return builder.index;
}
