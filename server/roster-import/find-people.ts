import type { Person } from '../domain/roster.ts';
import { pacer } from '../domain/time-slices.ts';
import type { Roster } from '../ports/roster.ts';

/** Fewest digits that are looked for inside of a number. */
const leastDigits = 3;

/**
 * The first people in whose values every word of the query stands, without regard to case and accents; digits
 * also match numbers that are written with signs. Reads the whole roster, in slices of a few milliseconds.
 */
export async function findPeople(
  roster: Pick<Roster, 'people'>,
  query: string,
  limit: number,
): Promise<readonly Person[]> {
  const words = folded(query).split(/\s+/);
  const pace = pacer();
  const found: Person[] = [];
  for await (const people of roster.people()) {
    for (const person of people) if (holds(person, words)) found.push(person);
    if (found.length >= limit) break;
    await pace();
  }
  return found.slice(0, limit);
}

function holds(person: Person, words: readonly string[]): boolean {
  const { id, givenNames, familyNames, fullNames, emails, addresses, recordNumbers, phones } =
    person;
  const texts = [id, ...givenNames, ...familyNames, ...fullNames, ...emails, ...addresses];
  const numbers = [person.birthDate ?? '', ...phones, ...recordNumbers];
  const text = folded([...texts, ...numbers].join('\n'));
  const digits = numbers.map((number) => number.replace(/\D/g, '')).join('\n');
  return words.every((word) => {
    const asDigits = word.replace(/\D/g, '');
    return text.includes(word) || (asDigits.length >= leastDigits && digits.includes(asDigits));
  });
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
