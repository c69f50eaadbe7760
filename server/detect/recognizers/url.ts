import { parse } from 'tldts';
import { matchesOf, type Pattern } from '../view/pattern.ts';
import type { Match, Recognizer, View } from '../view/recognizer.ts';

const scheme: Pattern = {
  name: 'scheme',
  regex: /\b(?:https?|ftps?|sftp|wss?):\/{2}[^\s<>"'`]{2,2000}/gi,
  score: 0.9,
};
const bare: Pattern = {
  name: 'domain',
  regex:
    /(?<![\w@.-])(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,6}[a-z]{2,24}(?![\w@-]|\.[\w])(?::\d{2,5})?(?:[/?#][^\s<>"'`]{0,500})?/gi,
  score: 0.7,
};
/** Endings that are everyday words: "pain.it" is a missing space, not a domain. */
const wordEndings =
  /\.(?:a[mst]|be|by|do|go|he|i[dnst]|it|la|m[dey]|my|no|of|pm|so|to|us|we|now|today|care|health|help|here|how|one|open|page|place|plus|post|red|run|sale|save|sharp|show|site|life|live|love|men|new|next|off|ok|rest|rocks|safe|school|social|support|team|tips|top|town|work|works|world|you|your|zip|best|black|blue|call|car|cars|case|cash|center|chat|church|city|click|clinic|cool|country|date|day|dad|deal|diet|doctor|dental|fail|family|fan|farm|fast|fit|food|fun|game|gift|good|green|hair|hospital|hot|house|is|kids|like|man|meet|mom|moto|pay|pet|photo|pub|read|rich|room|search|secure|sex|shop|skin|star|study|talk|taxi|tel|tv|vote|wait|watch|win|yes|zero|and)$/i;
/** Punctuation of the sentence around an address. */
const closing = /[.,;:!?)\]}>*]{1,5}$/;

/** Endings that no registry gives: those of a hospital's own network, and RFC 6761's for examples. */
const privateEndings =
  /\.(?:internal|intranet|local|localdomain|lan|corp|home\.arpa|example|test)$/i;

/** The one veto: a bare domain must have a public ending that is no everyday word, or the ending of a private network. */
function isDomain(found: string): boolean {
  const { hostname, isIcann, domain } = parse(found);
  if (hostname === null) return false;
  const isMarked = /^www\./i.test(hostname) || found.length > hostname.length;
  if (privateEndings.test(hostname)) return isMarked || hostname.split('.').length > 2;
  if (domain === null || isIcann !== true) return false;
  return isMarked || !wordEndings.test(hostname);
}

function addressesOf(text: string, pattern: Pattern): Match[] {
  return matchesOf(text, [pattern]).map((match) => {
    const trail = closing.exec(text.slice(match.start, match.end))?.[0].length ?? 0;
    return { ...match, end: match.end - trail };
  });
}

/** Web addresses: by scheme or by a registered domain; spoken ones are written out in the shadow. */
export const urlRecognizer: Recognizer = {
  kind: 'URL',
  id: 'url',
  find({ text }: View): readonly Match[] {
    if (!text.includes('.') && !text.includes('://')) return [];
    const isPublic = ({ start, end }: Match): boolean => isDomain(text.slice(start, end));
    return [...addressesOf(text, scheme), ...addressesOf(text, bare).filter(isPublic)];
  },
};
