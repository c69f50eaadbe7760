import { languages } from '../../normalize/languages/covered.ts';

/** Words that join a sentence together; none of them is part of a street name or an identifier. */
export const functionWords: ReadonlySet<string> = new Set(
  `
    a about after again all also am an and any are as at back be because been before but by call can
    check could did do does down each ever few for from get give go going got had has have he her
    here him his how i if in into is it its just last let like long look make many may me might more
    most much must my need next no not now of off ok okay on one only or other our out over per
    please put said same say see send she should since so some still such take than that the their
    them then there these they this those thru till to too took two uh um under until up us use very
    was way we well went were what when where which while who why will with would yeah yep yes yet
    you your i'm it's i've that's there's don't didn't we're you're he's she's can't let's i'll
    im ive youre dont doesnt didnt isnt wasnt arent cant wont wouldnt couldnt shouldnt hasnt havent thats theres whats hes shes theyre weve theyve lets maam
    we'll her hers mine sir miss hi hey oh er hmm mhm really right sorry thanks wait actually`
    .trim()
    .split(/\s+/),
);

/** The same of the usual languages besides English; articles and "de" are parts of names, and not among them. */
export const furtherFunctionWords: ReadonlySet<string> = new Set(
  languages.filter(({ isUsual }) => isUsual).flatMap(({ functionWords: own }) => Array.from(own)),
);
