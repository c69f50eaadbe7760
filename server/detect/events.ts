/** Word families of what happens on a date that is nobody's birth. */
const eventWords =
  /\b(?:today|yesterday|seen|saw|surger|operat|procedur|admi(?:t|ss)|discharg|diagnos|start|beg[aiu]n|since|until|till|expir|effective|renew|invoic|bill(?:ed|s|ing)?\b|paid|pay(?:ment|s)?\b|order|polic(?:y|ies)|plan\b|coverage|enrol|vaccin|immuni[sz]|shots?\b|booster|tetanus|test|scan|x-?ray|mri\b|ct\b|results?\b|labs?\b|reports?\b|reported|letter|signed|consent|sent\b|received|moved|move\b|marr|wedding|anniversar|divorc|quit|stop|last (?!name)|died|dies|death|deceased|pass(?:ed)? away|funeral|graduat|retire|hire|join|open|clos|dated|copyright|war\b|found|bought|purchas|install|issued|built|manufactur|injur|accident|fell\b|fall\b|broke|fractur|stroke|seizure|attack|hospital|transplant|remov(?:ed|al)|filled|prescri|deliver(?:y|ed) (?:of|to)|event|episode|flood|storm|came out|gallbladder|treat|therap|chemo|radiation|follow|service|record(?:ed)?\b|updated?|as of|on file since|history|sad day)/i;

/** What people make a date for today, and so hardly in a year of birth: it counts only right beside the date. */
const planWords =
  /\b(?:visit|appoint|schedul|reschedul|book(?:ed|ing)|refill|due\b|deadline|meeting|trip|travel|flight|called\b)/i;

const leadLength = 72;
const planLength = 24;
const tailLength = 36;

/** Whether the words around [start, end), in the same sentence, tie a date to an event other than a birth. */
export function isEventAround(text: string, start: number, end: number): boolean {
  const lead = text.slice(Math.max(0, start - leadLength), start);
  const tail = text.slice(end, end + tailLength);
  const sentenceStart = Math.max(
    ...['. ', '? ', '! ', '; ', '\n'].map((mark) => lead.lastIndexOf(mark)),
  );
  const before = lead.slice(sentenceStart + 1);
  const clauseEnd = tail.search(/[.,?!;\n]/);
  const behind = clauseEnd < 0 ? tail : tail.slice(0, clauseEnd);
  return (
    eventWords.test(before) ||
    eventWords.test(behind) ||
    planWords.test(before.slice(-planLength)) ||
    planWords.test(behind)
  );
}

export const eventPatterns: readonly RegExp[] = [eventWords, planWords];
