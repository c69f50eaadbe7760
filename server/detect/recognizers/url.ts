import { parse } from 'tldts';
import type { Match, Recognizer, View } from '../view/recognizer.ts';

const scheme = /\b(?:https?|ftps?|sftp|wss?):\/{2}[^\s<>"'`]{2,2000}/gi;
const bare =
  /(?<![\w@.-])(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,6}[a-z]{2,24}(?![\w@-]|\.[\w])(?::\d{2,5})?(?:[/?#][^\s<>"'`]{0,500})?/gi;
/** Endings that are everyday words: "pain.it" is a missing space, not a domain. */
const wordEndings =
  /\.(?:a[mst]|be|by|do|go|he|i[dnst]|it|la|m[dey]|my|no|of|pm|so|to|us|we|now|today|care|health|help|here|how|one|open|page|place|plus|post|red|run|sale|save|sharp|show|site|life|live|love|men|new|next|off|ok|rest|rocks|safe|school|social|support|team|tips|top|town|work|works|world|you|your|zip|best|black|blue|call|car|cars|case|cash|center|chat|church|city|click|clinic|cool|country|date|day|dad|deal|diet|doctor|dental|fail|family|fan|farm|fast|fit|food|fun|game|gift|good|green|hair|hospital|hot|house|is|kids|like|man|meet|mom|moto|pay|pet|photo|pub|read|rich|room|search|secure|sex|shop|skin|star|study|talk|taxi|tel|tv|vote|wait|watch|win|yes|zero|and)$/i;

const closing = /[.,;:!?)\]}>*]{1,5}$/;

function trimmed(found: string): number {
  return found.length - (closing.exec(found)?.[0].length ?? 0);
}

/** The one veto: a bare domain must have a public ending that is no everyday word. */
function isDomain(found: string): boolean {
  const { hostname, isIcann, domain } = parse(found);
  if (hostname === null || domain === null || isIcann !== true) return false;
  const isMarked = /^www\./i.test(hostname) || found.length > hostname.length;
  return isMarked || !wordEndings.test(hostname);
}

function spans(text: string, pattern: RegExp, score: number, rule: string): Match[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
    start: index,
    end: index + trimmed(found),
    score,
    rule,
  }));
}

/** Web addresses: by scheme or by a registered domain; spoken ones are written out in the shadow. */
export const urlRecognizer: Recognizer = {
  kind: 'URL',
  detector: 'regex.url',
  find({ text }: View): readonly Match[] {
    if (!text.includes('.') && !text.includes('://')) return [];
    const domains = spans(text, bare, 0.7, 'domain');
    return [
      ...spans(text, scheme, 0.9, 'scheme'),
      ...domains.filter(({ start, end }) => isDomain(text.slice(start, end))),
    ];
  },
};
