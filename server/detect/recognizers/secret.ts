import { allMatches } from '../../domain/all-matches.ts';
import { execAt, matchesOf, type Pattern } from '../view/pattern.ts';
import type { Match, Recognizer, View } from '../view/recognizer.ts';
import { hasDigit } from '../view/text.ts';
import { inLanguages } from '../vocabulary/in-languages.ts';
import { functionWords } from '../vocabulary/words.ts';
import { defineLabels, findLabelled } from './identifier/labelled-values.ts';

/** Keys that their issuers begin in a way of their own, by the kind of issuer: short patterns are proved linear soon. */
const issued = [
  // Models and clouds.
  [
    'sk-[a-z0-9_-]{20,}',
    'gsk_[a-z0-9]{40,}',
    'hf_[a-z0-9]{30,}',
    '(?:AKIA|ASIA)[A-Z0-9]{16}',
    'AIza[\\w-]{35,}',
    'ya29\\.[\\w-]{20,}',
  ],
  // Hosts of code and packages.
  [
    'gh[pousr]_[a-z0-9]{30,}',
    'github_pat_\\w{30,}',
    'glpat-[\\w-]{20,}',
    'npm_[a-z0-9]{30,}',
    'dop_v1_[a-f0-9]{64}',
  ],
  // Messages and mail.
  [
    'xox[abeprs]-[a-z0-9-]{10,}',
    'xapp-[a-z0-9-]{20,}',
    'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
    'key-[a-f0-9]{32}',
    'SK[a-f0-9]{32}',
  ],
  // Payments and shops.
  [
    '(?:sk|pk|rk)_(?:live|test)_[a-z0-9]{16,}',
    'whsec_[a-z0-9+/=]{20,}',
    'shp(?:at|ca|pa|ss)_[a-f0-9]{32}',
  ],
  // A bare JSON Web Token.
  ['eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}(?:\\.[\\w-]*)?'],
].map((shapes) => new RegExp(`(?<![\\w-])(?:${shapes.join('|')})`, 'gi'));

/** What stands behind `password:` and is none. */
const noAssignedSecret =
  /^(?:true|false|null|none|undefined|unset|required|optional|string|expired|invalid|incorrect|changed|reset|yes|no|\*{1,500})[.)\]}]{0,500}$|^[[<$]/i;

/** Keys, access tokens and passwords as programs write them. */
const keyShapes: readonly Pattern[] = [
  ...issued.map((regex): Pattern => ({ name: 'issued-key', regex, score: 0.97 })),
  {
    name: 'private-key',
    regex:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[A-Za-z0-9+/=\s\\]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
    score: 0.97,
  },
  {
    name: 'authorization',
    regex: /\b(?:bearer|basic|apikey) (?<value>[\w.~+/=-]{16,})/dgi,
    score: 0.95,
    accepts: hasDigit,
  },
  {
    name: 'assigned',
    regex:
      /(?:passw(?:or)?d|passphrase|pwd|secret|(?:api|access|private|secret|signing|encryption)[_-]?key|(?:auth|access|refresh|session|bearer|api)[_-]?token)["']?\s?[=:]\s?["']?(?<value>[^\s"'&;,]{4,500})/dgi,
    score: 0.9,
    accepts: (value) => !noAssignedSecret.test(value),
  },
  { name: 'user-info', regex: /:\/\/[^\s:/@]{1,64}:(?<value>[^\s:/@]{3,128})@/dg, score: 0.95 },
];

const sentTo =
  '(?:(?:to|on|at|by|via) )?(?:you|me|us|him|her|(?:your|my|his|her) (?:phone|cell|mobile|e-?mail)|text|sms|e-?mail)';

const labels = defineLabels([
  [
    { name: 'pin', minDigits: 3, maxLength: 16, score: 0.9 },
    '\\b(?:(?<!\\b(?:a|metal|steel|surgical|hair|safety|bowling|rolling|drawing|push|with|hip|locking|clothes|lapel) )pins?|p\\.i\\.n\\.?|pin ?(?:code|number)|pass ?codes?|pass ?words?|(?:access|verification|authentication|authorization|login|log ?in|sign ?in|unlock|voicemail|(?:one|1)[- ]?time|temporary|recovery|backup|(?:two|2)[- ]factor|2fa|mfa|sms|text(?: message)?)[ -](?:codes?|pins?|pass ?codes?|pass ?words?)|o\\.?t\\.?p\\.?(?![a-z]))(?![a-z])(?: code| number)?',
  ],
  [
    { name: 'sent-code', minDigits: 4, maxLength: 10, score: 0.85 },
    `\\b(?:(?:code|pin|digits|numbers?) (?:(?:that|which) )?(?:we|i|you|they|it)(?:'ve| have|'s| has)? (?:just )?(?:sent|texted|e-?mailed|messaged|got|received)(?: ${sentTo}){0,2}|(?:sent|texted|e-?mailed|messaged) (?:${sentTo} )?(?:a|the|this|that|an) (?:(?:\\w{1,6}|\\d)[- ]digits? )?codes?)`,
  ],
  [
    { name: 'security-code', minDigits: 5, maxLength: 12, score: 0.85 },
    '\\b(?<!social )security (?:code|pin|number)s?',
  ],
  // Below the score of a card's own rule: with CREDIT_CARD in the policy it is part of the card.
  [
    {
      name: 'card-code',
      minDigits: 3,
      maxLength: 4,
      score: 0.7,
      accepts: ({ compact }) => /^\d{3,4}$/.test(compact),
    },
    '\\b(?:c\\.? ?v\\.? ?[vc]\\.? ?2?|card (?:security|verification) (?:code|number|value)|(?<!social )security (?:code|number)|(?:(?:three|3|four|4)[- ]digits?(?: (?:code|number))?|code|digits|numbers?) (?:that (?:is|are) )?(?:on|from|at) (?:the|its) (?:back|front|reverse))(?![a-z])(?: of (?:the|my|your|it) ?(?:card)?)?',
  ],
]);

const named =
  "pass ?words?|pass ?phrases?|(?:security|secret|safe|code|memorable|verbal) ?(?:word|phrase|answer|name|password)s?|answer to (?:the|my|your|that|this) (?:security|secret) question|(?:mother|mom|mum|mama|grandmother)'?s'? maiden name|(?:first|childhood) (?:pet|dog|cat|teacher|school)'?s'? name|name of (?:my|your|the|his|her) (?:first|childhood|favou?rite) (?:pet|dog|cat|school|teacher|(?:best )?friend)|childhood (?:nickname|street)|high school mascot";
const asked = new RegExp(
  `\\b(?:${named}|(?:security|secret) question|(?:make|model|color|colour|kind) of (?:your )?first car|(?:street|road) (?:did )?you gr[eo]w up on|favou?rite teacher)\\b`,
);
const fillers =
  "(?:(?:um|uh|er|hmm|like|yes|yeah|yep|sure|okay|ok|well|so|it's|its|it is|it was|that's|that is|that would be|that'd be|i think|i believe|i guess|actually|just|now|spelled|all (?:lower ?case|caps|one word))[\\s,.:]{1,2}){0,4}";
const statement = new RegExp(
  `\\b(?:${named})(?: (?:for|to|on|at) (?:(?:the|my|your|this|that|our|his|her) )?\\w{1,12}(?: account| portal)?)?(?:'s|\\s?[:=]| (?:is|was|will be|should be|would be|used to be|reads?|it's|its))[\\s:,]{1,2}${fillers}["'“]?(?=\\S)`,
  'gi',
);
const lead = new RegExp(`^[\\s,]{0,2}${fillers}["'“]?`, 'i');
/** The name of a field, or next to it, that holds a secret in words. */
const wordField =
  /^(?:[\w']{1,24} ){0,3}(?:pass ?word|passwd|pwd|pass ?phrase|secret|(?:security|secret) answer|mother'?s? maiden name)$/;
/** One that holds a key or an access token. */
const keyField =
  /^(?:[\w']{1,24} ){0,3}(?:secret|(?:api|access|private|secret|signing|encryption|shared) ?key|apikey|(?:(?:auth|access|refresh|bearer|id|session|api) ?)?token|jwt|authorization|credentials?|cookie)$/;
/** How an answer begins, or a sentence about a password, that holds no secret. */
const noSecret =
  /^(?:["']?(?:not|no|nope|a|an|the|my|your|his|her|their|our|i|i'm|im|i'll|i've|we|they|he|she|you|correct|incorrect|right|wrong|invalid|expired|valid|that|this|what|which|what's|why|who|how|is|are|was|were|do|does|did|don't|dont|doesn't|can|can't|cannot|could|would|let|hold|hang|wait|give|sorry|thanks|thank|please|reset|resetting|protected|required|needed|still|too|case|case-?sensitive|being|be|been|locked|working|going|really|very|something|someone|nothing|saved|stored|changed|updated|different|strong|strict|weak|same|short|long|easy|hard|good|bad|fine|or|and|on|in|at|of|by|for|from|if|when|where|to|so|but|it|has|have|had|hint|field|change|of|there|here|never|always|only|usually|also|about|up|out|off|true|false|null|none|unset|optional|string)|(?:one|1|just a) (?:moment|second|sec|minute)|[a-z]{3,}(?:ed|ing|able))(?:["',.;!?\s]|$)/i;

/** The same in other languages: "mil gracias", "entonces páseme con". */
const noSecretBeside = new RegExp(
  `^(?:${inLanguages('(?!)', ({ said }) => said?.noSecret)})(?:[,.;!?\\s]|$)`,
  'iu',
);

const beginsSentence = (said: string): boolean => noSecret.test(said) || noSecretBeside.test(said);

const word = /[^\s"“”,;?!]{1,60}/y;
const numberWords = new Set(['one', 'two', 'oh', 'to', 'too', 'for']);
const mostWords = 8;

/** The end of the words that begin at `from`, up to one that joins sentences; `from` where none does. */
function endOfWords(text: string, from: number): number {
  if (beginsSentence(text.slice(from, from + 40))) return from;
  let end = from;
  for (let at = from, count = 0; count < mostWords; count++) {
    const [next = ''] = execAt(word, text, at) ?? [];
    const lower = next.toLowerCase().replace(/(?<!\W)\W+$/, '');
    if (next === '' || (count > 0 && functionWords.has(lower) && !numberWords.has(lower))) break;
    end = at + next.length;
    if (text[end] !== ' ') break;
    at = end + 1;
  }
  while (end > from && /[\s.:'"”)]/.test(text.charAt(end - 1))) end -= 1;
  return end;
}

function* statements(text: string): Generator<Match> {
  for (const { index, 0: said } of allMatches(text, statement)) {
    const start = index + said.length;
    const end = endOfWords(text, start);
    if (end > start) yield { start, end, score: 0.85, rule: 'said' };
  }
}

/** "your voice print ID is …": an answer to a question about a password that names something else. */
const idBefore = /\bid(?:entifier)?(?: number)?(?: is| was|:|'s) {1,2}$/i;
const isOtherId = (text: string, { start, rule }: Match): boolean =>
  rule.endsWith('-answer') && idBefore.test(text.slice(Math.max(0, start - 32), start));

const questionReach = 160;
/** Letters and digits that may follow an answer: "… i think", "… please". */
const longestRest = 12;

/** The words of a short turn that answers for a password or a security question, or of a field so named. */
function* answers({ text, question }: View): Generator<Match> {
  const isField = wordField.test(question);
  if (!isField && !asked.test(question.slice(-questionReach))) return;
  const start = lead.exec(text)?.[0].length ?? 0;
  const end = endOfWords(text, start);
  const rest = text.slice(end).replace(/\W/g, '');
  if (end - start < 2 || rest.length > longestRest) return;
  yield { start, end, score: 0.8, rule: 'answer' };
}

function* keyFields({ text, question, form }: View): Generator<Match> {
  const start = text.length - text.trimStart().length;
  const value = text.trim();
  const isKey = /^(?:(?:bearer|basic|token) )?\S{8,}$/i.test(value) && /\d/.test(value);
  if (form === 'written' && isKey && keyField.test(question))
    yield { start, end: start + value.length, score: 0.9, rule: 'key-field' };
}

/**
 * Credentials: passwords, PINs, one-time codes, answers to security questions, card security
 * codes, and keys and access tokens of programs; named, asked for, or by their shape.
 */
export const secretRecognizer: Recognizer = {
  kind: 'SECRET',
  id: 'secret',
  find(view: View): readonly Match[] {
    return [
      ...findLabelled(view, labels).filter((match) => !isOtherId(view.text, match)),
      ...statements(view.text),
      ...answers(view),
      ...keyFields(view),
      ...(view.form === 'written' ? matchesOf(view.text, keyShapes) : []),
    ];
  },
};
