import { allMatches } from '../../domain/all-matches.ts';
import type { Detection } from '../../domain/detection.ts';
import { nameInContext } from './told-name.ts';

const wordsOf = (words: string): readonly string[] => words.trim().split(/\s+/);

/** Words of names that recognisers write apart, in one language: those of names alone, and those that are other words too. */
interface Parts {
  readonly only: readonly string[];
  readonly also: readonly string[];
}

const hmong: Parts = {
  only: wordsOf(`
    mai houa nhia nou xia chue tou blia zoua doua shoua soua toua youa xee xeng xao hlee pheng neng yer kao
    vang vue xiong moua thao khang kue pha yang lor
  `),
  also: wordsOf(
    'pa see bao mee ka kia pao cha chang cheng kou lia leng ma mao mong sheng teng thai yee yia ying lee her kong',
  ),
};
const karen: Parts = {
  only: wordsOf('doh soe htoo hser kler bwe'),
  also: wordsOf('eh paw naw saw mu say wah moo gay ku ler lah thaw wai shee klo law ta'),
};

const pairOf = ({ only, also }: Parts): RegExp => {
  const [sure, any] = [only.join('|'), [...only, ...also].join('|')];
  return new RegExp(
    `(?<![\\p{L}\\p{N}'’-])(?:(?:${any}) (?:${sure})|(?:${sure}) (?:${any}))(?: (?:${any}))?(?![\\p{L}\\p{N}’-]|'(?!s\\b))`,
    'giu',
  );
};
const pairs = [hmong, karen].map(pairOf);

const comma = /^,? (?:comma|coma),? /iu;
const longestComma = 9;
/** "goins comma bertha l": vowels may be words. */
const initialBehind = /^ [b-df-hj-np-tv-xz](?![\p{L}\p{N}'’])/iu;

/**
 * Names of several words that recognisers write apart, as in "mai see" and "eh doh paw", and names read from a list with
 * their comma: "lindstrom comma gordon p", where `names` holds both sides.
 */
export function pairedNames(text: string, names: readonly Detection[]): readonly Detection[] {
  const apart = pairs.flatMap((pattern) =>
    allMatches(text, pattern).map(({ index, 0: said }) =>
      nameInContext(index, index + said.length),
    ),
  );
  const byStart = new Map(names.map((one) => [one.start, one]));
  const listed = names.flatMap((surname) => {
    const said = comma.exec(text.slice(surname.end, surname.end + longestComma))?.[0];
    const given = said === undefined ? undefined : byStart.get(surname.end + said.length);
    if (given === undefined) return [];
    const initial = initialBehind.exec(text.slice(given.end, given.end + 3))?.[0].length ?? 0;
    return [nameInContext(surname.start, given.end + initial)];
  });
  return [...apart, ...listed];
}
