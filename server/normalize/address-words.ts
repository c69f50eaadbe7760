import type { ShadowItem } from './shadow-items.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words between the parts of an e-mail or web address, and what they are written as. */
export const joiners: ReadonlyMap<string, string> = new Map([
  ['dot', '.'],
  ['.', '.'],
  ['period', '.'],
  ['point', '.'],
  ['dash', '-'],
  ['hyphen', '-'],
  ['-', '-'],
  ['underscore', '_'],
  ['_', '_'],
  ['plus', '+'],
  ['minus', '-'],
  ['apostrophe', "'"],
]);

/** Words that lead up to an address, and so are never its name. */
export const leads = words(
  "is it's its that's thats that'd it'd be was as to address email email's emails mail mail's e-mail use try contact at or yeah yes yep sure ok okay so well right alright",
);

/** Words before "at" in ordinary speech: what follows is a place or a web page. */
export const notNames = words(
  "i you he she we they me him her us them it that this there here is are was were be been am i'm it's its look looked looking looks see visit go going meet find found available online reach call page site website again just only located working works work live lives stay shop shopping order ordered or and the an a my your our his their of on in to by for with from mail email email's emails mail's address up over arrived back no yes yeah yep so okay ok sure well sorry actually wait um uh not least because point send write ask tell message try forward copy cc see please just",
);

/** Words that are no label of a host. */
export const notLabels = words('the a an this that and or of');

/** Words that are also country domains; after "dot" alone they are more likely words. */
export const wordDomains = words('in is it at so be am as my no to do me by us');

/** Hesitations and remarks inside an address: "all one word", "capital k". */
const fillers = words(
  'um uh er erm ah uhh umm word case lowercase uppercase capital spaces together',
);

/** Words that belong to the remark they lead up to. */
const remarkLeads = words('all one no in lower upper case');

/** An item's word in lower case, '' for none. */
export const wordOf = (item: ShadowItem | undefined): string => item?.text.toLowerCase() ?? '';

/** The original characters between item `at` and the one before it; a line break when there are many. */
export function gapBefore(text: string, items: readonly ShadowItem[], at: number): string {
  const end = items[at - 1]?.end ?? 0;
  const start = items[at]?.start ?? end;
  return start - end > 8 ? '\n' : text.slice(end, start);
}

/** Whether an item follows the one before with only blanks, brackets or a comma between. */
export function follows(text: string, items: readonly ShadowItem[], at: number): boolean {
  return at > 0 && at < items.length && /^[ \t,[\](){}<>-]*$/.test(gapBefore(text, items, at));
}

/** Whether item `at` is a remark inside an address, and no part of it. */
export function isFiller(items: readonly ShadowItem[], at: number): boolean {
  const word = wordOf(items[at]);
  if (fillers.has(word)) return true;
  const next = wordOf(items[at + 1]);
  const leadsOn =
    fillers.has(next) || (remarkLeads.has(next) && fillers.has(wordOf(items[at + 2])));
  return remarkLeads.has(word) && leadsOn;
}
