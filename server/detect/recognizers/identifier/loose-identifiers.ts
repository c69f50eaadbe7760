import { allMatches } from '../../../domain/all-matches.ts';
import { topicAt } from '../../view/context.ts';
import type { Match, View } from '../../view/recognizer.ts';
import { isAmongSums } from '../../vocabulary/amounts.ts';
import { digitWord } from '../../vocabulary/code-names.ts';
import { otherFields } from '../../vocabulary/field-names.ts';
import { type Identifier, identifiers } from './identifier.ts';
import { isNoIdentifier, isRegular } from './identifier-veto.ts';
import { ofOther } from './labelled-values.ts';

/** What a word means for a number near it: `any` names an identifier without its sort. */
export type NameSort = 'mrn' | 'account' | 'any';

/** A word at [start, end) that names identifiers; a weak one is also said of other things. */
export interface IdentifierName {
  readonly start: number;
  readonly end: number;
  readonly sort: NameSort;
  readonly weak: boolean;
}

const mrn =
  "m\\.?r\\.?n\\.?|mrns|mr(?= ?#)|my ?chart|charts?|records?|(?:medical|patient'?s?|hospital|hosp\\.?|clinic'?s?) (?:i\\.?d|identifier|number|no|card|file|tag|sticker|label)|patient|pt|wrist ?bands?|bracelet|(?<!(?:on|to|tax) )files?|folder|discharge (?:papers?|summary|letter)|lab (?:slip|sheet|form|report|label)s?|admission|encounter|appointment card";
const clinic =
  "hospital|hosp|patients|ward|clinic|infirmary|doctor'?s|surgery|practice|(?:the|your|their) system|emergency room|registered|registration|check(?:ed)? in|intake|admitted|medical|paperwork|nurse|portal|with you(?: guys| folks| all)?|here";
const account =
  'accounts?|acc?ts?|policy|policies|policy ?holder|member|membership|groups?|plan|claims?|subscriber|customer|client|booking|booked|reservation|orders?|ordered|invoice|receipt|statement|reference|ref|confirmation|tickets?|cases?|pins?|pass ?codes?|passwords?|user ?(?:name|id)|log ?in|tax|visa|mastercard|amex|iban|swift|routing|aba|sort code|checking|savings|bank|loan|mortgage|insurance|insurer|medicare|medicaid|payer|coverage|benefits|rx|prescription|script|tracking|parcel|package|shipment|authori[sz]ation|auth|approval|pre-?cert|pnr|locator|voucher|loyalty|rewards|frequent flyer|library|licen[sc]e|passport|plate|vin|serial|device|employee|badge|student|meter|combination|locker|alarm|transaction|wire|certificate|permit|application|contract|enrol?lment|docket|incident|complaint|blue ?cross|aetna|cigna|humana|united ?health(?:care)?|kaiser';
const payment = 'cards?|bills?|codes?|payment|door|gate|lock|delivery|request|report';
const any = 'numbers?|ids?|i\\.d\\.?|identifiers?|digits|no(?=\\.? ?\\d)';

const names = new RegExp(
  `\\b(?:(?<mrn>${mrn})|(?<account>${account})|(?<clinic>${clinic})|(?<payment>${payment})|(?<any>${any}))(?![a-z])`,
  'gi',
);

/** All words of a text that name identifiers, from left to right. */
export function identifierNames(text: string): readonly IdentifierName[] {
  return allMatches(text, names).map(({ index, 0: word, groups = {} }): IdentifierName => {
    const weak = groups['clinic'] !== undefined || groups['payment'] !== undefined;
    const isMrn = groups['mrn'] !== undefined || groups['clinic'] !== undefined;
    const sort = groups['any'] === undefined ? (isMrn ? 'mrn' : 'account') : 'any';
    return { start: index, end: index + word.length, sort, weak };
  });
}

/** What a loose identifier is taken for. */
export type LooseKind = 'MRN' | 'ACCOUNT';

interface LooseMatch extends Match {
  readonly kind: LooseKind;
}

const between = new RegExp(
  `[.?!;\\n]\\s|\\d{3}|\\$|\\b(?:${otherFields}|copay|deductible|premium|owe|paid|years?|since|many|much)\\b`,
  'i',
);
const adjacent =
  /^(?:'s)?(?: (?:abajo|below|above|here|there|down (?:here|there)|up (?:here|there)|at the (?:top|bottom)))?[\s:#,."'(*–-]{0,4}$/;
const linked =
  /(?:\b(?:is|was|be|are|its|it's|that's|says?|said|reads?|as|under|to|me|us|has|have|with|shows?|ending|in|equals|given|gave|got|assigned|issued|um|uh|mine|called?)|'s|[:,#])[\s:,"'#*-]{0,4}(?:(?:um|uh|er|it's|its|like|number)[\s,]{1,3}){0,3}$/i;
const linkBack =
  /^[\s,]{1,3}(?:is|was|that's|thats|as|on|in|for|off|from|at|would be|it says on)\b/i;
const counts =
  /\bhow (?:many|much|old|long|often|far|tall|big)\b|\bwhat time\b|\bwhen\b|\b(?:amount|charge[ds]?|price|cost|total|balance|reading|level|sugar|pressure|rate|weight|dose|count|score)\b/i;
/** Fewer than the fields above: clerks ask for a date or an e-mail address in one breath with an account. */
const otherAsked = /\b(?:phone|cell|mobile|fax|birth|dob|zip|postcode|address|age|year)\b/i;
const plural = /^ [a-z]{2,14}s\b/i;
const verbs =
  /^ (?:needs|wants|goes|says|thanks|yes|plus|expires|ends|starts|belongs|comes|works|looks|seems|shows|was|is|has|this|its|as|us|perhaps|always)\b/i;
const year = /^(?:19|20)\d\ds?$/;

const reachBefore = 120;
const reachBehind = 60;
const linkReach = 48;
const shortText = 90;

/** The names around one identifier: those before it and behind it, and those in the question. */
interface NearbyNames {
  readonly before: readonly IdentifierName[];
  readonly behind: readonly IdentifierName[];
  readonly asked: readonly IdentifierName[];
}

/** How far a name is from its value, in characters; a weak name counts as further away. */
function cost(name: IdentifierName, distance: number, from: 'before' | 'behind'): number {
  return distance + (name.weak ? 30 : 0) + (from === 'behind' ? 12 : 0);
}

/** The sort that the nearest name gives, else the question, else an account. */
function kindOf({ start, end }: Identifier, { before, behind, asked }: NearbyNames): LooseKind {
  const ranked = [
    ...before.map((name) => ({ name, by: cost(name, start - name.end, 'before') })),
    ...behind.map((name) => ({ name, by: cost(name, name.start - end, 'behind') })),
  ].filter(({ name }) => name.sort !== 'any');
  const nearest = ranked.toSorted((a, b) => a.by - b.by)[0]?.name.sort;
  const sort: NameSort | undefined = nearest ?? lastSort(asked);
  return sort === 'mrn' ? 'MRN' : 'ACCOUNT';
}

function lastSort(asked: readonly IdentifierName[]): NameSort | undefined {
  const named = asked.filter(({ sort }) => sort !== 'any');
  return (named.findLast(({ weak }) => !weak) ?? named.at(-1))?.sort;
}

/** Whether a number that could as well be a count is tied to a name: "group 71440", "the chart, it's 44109". */
function isLinked(view: View, { start, end }: Identifier, nearby: NearbyNames): boolean {
  const { text } = view;
  const name = nearby.before.at(-1);
  if (name !== undefined && start - name.end <= linkReach) {
    const words = text.slice(name.end, start).replace(names, '');
    const isTied = adjacent.test(words) || linked.test(words);
    if (isTied && !between.test(words)) return true;
  }
  const next = nearby.behind[0];
  if (next !== undefined && next.start - end <= linkReach) {
    const words = text.slice(end, next.start);
    if (linkBack.test(words) && !between.test(words)) return true;
  }
  return nearby.asked.length > 0 && isAnswer(view);
}

function isAnswer({ text, question }: View): boolean {
  const asked = question.slice(-reachBefore);
  return text.length <= shortText && !counts.test(asked) && !otherAsked.test(asked);
}

/** Whether letters and four digits or more stand in one word: "B44718", but not "CD4 450". */
const isGlued = (word: string): boolean => /[a-z]/i.test(word) && /(?:\d\D{0,3}){4}/.test(word);

const oneByOne = new RegExp(`^(?:(?:${digitWord}|[a-z0-9])(?:, |[ -]|$)){4,8}$`, 'i');
const fractionOf = /\b(?:point|punto|coma) $/i;

/**
 * Whether digits are said one by one, as nobody says an amount: "ocho cinco cero tres", "b k 5 5 0 2". Five are
 * likelier the code of a procedure.
 */
function isReadOut({ text, wordsOf }: View, { start, end, compact, digits }: Identifier): boolean {
  if (digits < 4 || (digits === 5 && compact.length === 5) || year.test(compact)) return false;
  if (fractionOf.test(text.slice(Math.max(0, start - 8), start))) return false;
  return oneByOne.test(wordsOf?.(start, end) ?? text.slice(start, end));
}

/** An identifier whatever is said around it: long, of letters and digits, or read out. */
function isDistinctive(view: View, found: Identifier): boolean {
  const { start, end, compact, digits } = found;
  if (digits >= 6) return true;
  const words = view.text.slice(start, end).split(' ');
  return (digits >= 4 && compact.length > digits && words.some(isGlued)) || isReadOut(view, found);
}

/** Short: four digits, or a code of letters and digits, that a name vouches for, and no weak one. */
function isNamed(view: View, found: Identifier, nearby: NearbyNames): boolean {
  const { compact, digits, end } = found;
  const isCode = compact.length >= 5 && compact.length > digits && digits >= 2;
  if ((digits < 4 && !isCode) || year.test(compact)) return false;
  const behind = view.text.slice(end, end + 16);
  if (plural.test(behind) && !verbs.test(behind)) return false;
  const isStrong = (name: IdentifierName): boolean => !name.weak;
  const strict = {
    before: nearby.before.filter(isStrong),
    behind: nearby.behind.filter(isStrong),
    asked: nearby.asked.filter(isStrong),
  };
  const isSum = isAmongSums(view.text, found.start, end);
  return isLinked(view, found, digits < 5 || isCode || isSum ? strict : nearby);
}

/** A number that another kind is certain to take. */
function isOtherKind(
  view: View,
  { start, end, digits }: Identifier,
  { before }: NearbyNames,
): boolean {
  const name = before.at(-1);
  if (
    name !== undefined &&
    ofOther.test(view.text.slice(Math.max(0, name.start - 40), name.start))
  ) {
    return true;
  }
  const topic = topicAt(view, start, end);
  if (topic === undefined || topic.strength < 0.6) return false;
  const isPhone = topic.kind === 'PHONE' || topic.kind === 'FAX';
  return (isPhone && digits >= 7) || (topic.kind === 'SSN' && digits === 9);
}

function classify(view: View, found: Identifier, nearby: NearbyNames): LooseMatch | undefined {
  const { start, end } = found;
  const { text } = view;
  if (found.digits > 24 || isNoIdentifier(text, found)) return undefined;
  const named = isNamed(view, found, nearby);
  if (!named && counts.test(view.question.slice(-linkReach))) return undefined;
  const telling = isDistinctive(view, found) && !isRegular(text, found);
  if ((!named && !telling) || isOtherKind(view, found, nearby)) return undefined;
  const kind = kindOf(found, nearby);
  if (found.compact.length > found.digits && found.digits > 4 && isReadOut(view, found))
    return { kind, start, end, score: 0.5, rule: 'read-out' };
  return { kind, start, end, score: named ? 0.3 : 0.2, rule: named ? 'near-name' : 'bare' };
}

const mostNames = 8;

/** The nearest names on both sides of a value; `next` is the first name that starts behind its start. */
function namesNear(names: readonly IdentifierName[], next: number, value: Identifier) {
  const isBefore = ({ start, end }: IdentifierName): boolean =>
    start === value.start || (end <= value.start && value.start - start <= reachBefore);
  const before = names.slice(Math.max(0, next - mostNames), next + 1).filter(isBefore);
  const behind = names
    .slice(next, next + mostNames)
    .filter(({ start }) => start >= value.end && start - value.end <= reachBehind);
  return { before, behind };
}

const cache = new WeakMap<View, readonly LooseMatch[]>();

function allLoose(view: View): readonly LooseMatch[] {
  const known = cache.get(view);
  if (known !== undefined) return known;
  const names = identifierNames(view.text);
  const asked = identifierNames(view.question.slice(-2 * reachBefore));
  const found: LooseMatch[] = [];
  let next = 0;
  for (const value of identifiers(view.text)) {
    while ((names[next]?.start ?? value.start) < value.start) next += 1;
    if (value.compact.length < 4) continue;
    const nearby = { ...namesNear(names, next, value), asked };
    const loose = classify(view, value, nearby);
    if (loose !== undefined) found.push(loose);
  }
  cache.set(view, found);
  return found;
}

/**
 * Adds to what the fixed phrases `found` the identifiers that none of them names: what is left once
 * quantities, money, dates and codes are ruled out. The nearest word that names identifiers says
 * which kind they are, wherever in the turn or the question it stands. Their score is the lowest.
 */
export function withLooseIdentifiers(
  view: View,
  kind: LooseKind,
  found: readonly Match[],
): readonly Match[] {
  if (!/\d/.test(view.text)) return found;
  const own = allLoose(view).filter((match) => match.kind === kind);
  const isFree = ({ start, end }: Match): boolean =>
    !found.some((other) => other.start < end && start < other.end);
  return [...found, ...own.filter(isFree)];
}
