import type { Item } from './items.ts';

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
]);

/** Words that lead up to an address, and so are never its name. */
export const leads = words("is it's its to address email mail e-mail use contact at");

/** Words before "at" in ordinary speech: what follows is a place or a web page. */
export const notNames = words(
  "i you he she we they me him her us them it that this there here is are was were be been am i'm it's its look looked looking looks see visit go going meet find found available online reach call page site website again just only located working works work live lives stay shop shopping order ordered or and the an a my your our his their of on in to by for with from mail email address up over arrived back no yes yeah yep so okay ok sure well sorry actually wait um uh not least because point",
);

/** Words that are no label of a host. */
export const notLabels = words('the a an this that and or of');

/** Words that are also country domains; after "dot" alone they are more likely words. */
export const wordDomains = words('in is it at so be am as my no to do me by us');

/** Hesitations inside an address. */
export const fillers = words('um uh er erm ah uhh umm');

/** An item's word in lower case, '' for none. */
export const wordOf = (item: Item | undefined): string => item?.text.toLowerCase() ?? '';

/** The original characters between item `at` and the one before it; a line break when there are many. */
export function gapBefore(text: string, items: readonly Item[], at: number): string {
  const end = items[at - 1]?.end ?? 0;
  const start = items[at]?.start ?? end;
  return start - end > 8 ? '\n' : text.slice(end, start);
}

/** Whether an item is said right after the one before, give or take brackets or a comma. */
export function follows(text: string, items: readonly Item[], at: number): boolean {
  return at > 0 && at < items.length && /^[ \t,[\](){}<>-]*$/.test(gapBefore(text, items, at));
}
