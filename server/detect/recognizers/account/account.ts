import { matchesOf, type Pattern } from '../../view/pattern.ts';
import type { Match, Recognizer, View } from '../../view/recognizer.ts';
import { hasDigit } from '../../view/text.ts';
import { numberNoun } from '../../vocabulary/field-names.ts';
import { inLanguages } from '../../vocabulary/in-languages.ts';
import { isAbaNumber } from '../identifier/check-digits.ts';
import type { Identifier } from '../identifier/identifier.ts';
import { isBilledCode } from '../identifier/identifier-veto.ts';
import { defineLabels, findLabelled } from '../identifier/labelled-values.ts';
import { withLooseIdentifiers } from '../identifier/loose-identifiers.ts';
import { findCards } from './credit-card.ts';
import { findIbans } from './iban.ts';

const codeShape =
  /^(?=.{0,11}[a-z])(?=(?:[a-z]{0,11}\d){3}|[a-z]{1,10}\d{1,10}[a-z]|\d{1,10}[a-z]{1,10}\d)/i;

const labels = defineLabels([
  [
    { name: 'named-account', minDigits: 4, score: 0.8 },
    `\\b(?:(?:bank|checking|chequing|savings?|brokerage|current|deposit|loan|billing|customer|member|patient|guarantor) )?(?:accounts?|acc?t|a/c)(?![a-z])(?: ?${numberNoun})?`,
  ],
  // Not only payment cards have numbers: "my insurance card number".
  [{ name: 'card', minDigits: 6, maxLength: 20, score: 0.7 }, `\\bcard(?: ?${numberNoun})`],
  [
    { name: 'named-number', minDigits: 1, score: 0.75, accepts: isCode },
    `\\b(?:policy|policies|claims?|customer|client|contract|invoice|receipt|order|booking|reservation|reference|ref|confirmation|case|ticket|transaction|tracking|authorization|authorisation|auth|approval|loan|mortgage|enrol?lment|application|benefits?|(?<!national )insurance|coverage|certificate|voucher|gift card|library card|loyalty|rewards?|frequent flyer|employee|staff|badge|student|prescription|rx|file|folio|bill|statement|payment|deposit|guarantor)(?:'s)?[ -]?${numberNoun}`,
  ],
  [
    { name: 'health-plan', minDigits: 3, score: 0.75 },
    `\\b(?:member(?:ship)?|subscriber|group|plan|health (?:plan|insurance|card)|medicare|medicaid|insurance card|cardholder|dependent|beneficiary|payer|rx ?(?:bin|grp|group|pcn)|bin|pcn|e ?h ?i ?c|g ?h ?i ?c|european health insurance card)(?:'s)?[ -]?(?:card )?${numberNoun}`,
  ],
  [
    { name: 'noun-alone', minDigits: 5, score: 0.6 },
    '\\b(?:policy|claim|invoice|order|booking|reservation|reference|ref|confirmation|ticket|member|subscriber)(?=[ :#]{1,3}[a-z0-9-]{0,10}\\d{4})',
  ],
  [
    {
      name: 'noun-is',
      minDigits: 1,
      score: 0.6,
      accepts: ({ compact, digits }) =>
        compact.length >= 6 || (compact.length >= 4 && digits > 0 && digits < compact.length),
    },
    '\\b(?:confirmation|reference|booking|reservation)(?: codes?)?(?= (?:is|was|will be)\\b|:)',
  ],
  [
    { name: 'routing', minDigits: 5, maxLength: 11, score: 0.8 },
    '\\b(?:(?:bank )?(?:routing|aba|transit|wire)(?: transit)?(?: (?:number|no\\.?|num|#|code))|routing|sort[- ]?code|bsb)(?![a-z])',
  ],
  [
    { name: 'tax-id', minDigits: 5, maxLength: 15, score: 0.75 },
    `\\b(?:(?:f\\.?)?e\\.?i\\.?n\\.?|t\\.?i\\.?n\\.?|i\\.?t\\.?i\\.?n\\.?|(?:federal |individual )?tax(?:payer)?(?:'?s)?(?: (?:id|identification|identity|file|reference|registration))?(?: ?(?:number|no\\.?|num|#|id))|tax id|employer (?:id|identification)(?: number)?|vat (?:registration )?(?:number|no\\.?|id))(?![a-z])(?: number)?`,
  ],
  [
    { name: 'pin', minDigits: 3, maxLength: 16, score: 0.7 },
    '\\b(?:(?<!\\b(?:a|metal|steel|surgical|hair|safety|bowling|rolling|drawing|push|with|hip|locking) )pins?|p\\.i\\.n\\.?|pin ?(?:code|number)|pass ?codes?|passwords?|(?:access|security|verification|confirmation|authentication|authorization|activation|login|unlock|entry|door|gate|alarm|lock ?box|voicemail|telephone|phone|one[- ]?time|temporary|recovery|backup)[ -](?:codes?|pins?|pass ?codes?|passwords?|pass ?phrase)|o\\.?t\\.?p\\.?|two factor code|2fa code)(?![a-z])(?: code| number)?',
  ],
  [
    {
      name: 'number-code',
      minDigits: 2,
      maxLength: 14,
      score: 0.5,
      accepts: ({ compact }) => codeShape.test(compact) && compact.length >= 5,
    },
    '\\bnumbers?(?![a-z])',
  ],
  [
    {
      name: 'id',
      minDigits: 3,
      maxLength: 20,
      score: 0.55,
      accepts: ({ compact }) => compact.length >= 4,
    },
    '\\b(?:i\\.?d\\.?|identifier|identification)(?= (?:is|was)\\b|:)',
  ],
  [
    { name: 'code', minDigits: 4, maxLength: 12, score: 0.6 },
    '(?<!\\b(?:icd|cpt|billing|diagnosis|procedure|zip|area|country|dress|bar|qr|error|promo|coupon|discount|postal|post|color|source|icd[ -]?10|hcpcs|revenue|room|class) )\\bcodes?(?![a-z])',
  ],
]);

const bankContext =
  /\b(?:bank|wire|deposit|checking|savings|routing|transfer|accounts?|payee|payroll|ach)\b/i;
const socialSecurity = /\b(?:ssn|social)\b/i;
const said =
  '(?:(?: (?:for|to|on) (?:\\w{1,12} ){1,3})?\\s?(?:is|was|:|=|to|should be|would be)[ :]{1,2}| )';

/** "I typed the password three times". */
const notCounted = String.raw`(?!(?:(?:like|about|como|unas) )?\w{1,8} (?:times|veces)\b|(?:me|te|le|se) )`;
/** What stands behind "password" and is none. */
const plainWord = new RegExp(
  `^["']?(?:${inLanguages(
    "not|no|a|an|the|my|your|correct|incorrect|wrong|invalid|expired|that|what|is|reset|protected|required|still|too|case|being|be|been|case-?sensitive|locked|working|going|really|very|something|saved|changed|different|strong|weak|same|or|and|on|in|for|if|again|please|when|where|to|so|but|it|does|did|has|was|hint|reset|field|change|you|that|this|of|there|here|thing|box|page|screen|link|manager|rules?|requirements?|part|section|prompt|wants|needs|says|keeps|twice|every|until|with|from|after|before|they|we|she|always|never|won't|doesn't|didn't|isn't|anyway|anymore|right|today|now|yet",
    ({ said }) => said?.behindPassword,
  )})(?![\\p{L}\\p{N}])`,
  'iu',
);

/** Values without a digit, or whose digits do not matter. */
const words: readonly Pattern[] = [
  {
    name: 'swift',
    regex:
      /\b(?:swift|bic)(?:[ /]?bic)?(?<named> ?code| number)?[\s:]{1,2}(?:(?:is|it's|reads?|to|should|be|read)[\s:,]){0,4}(?<value>[a-z]{4} ?[a-z]{2} ?[a-z0-9]{2}(?: ?[a-z0-9]{3})?)(?![a-z0-9])/dgi,
    score: 0.75,
    // "A swift recovery" is none.
    accepts: (value, { named }) => named !== undefined || value === value.toUpperCase(),
  },
  {
    name: 'password',
    regex: new RegExp(
      `\\b(?:pass(?:word|phrase|code)|pass phrase|(?:security|secret|code|safe) ?words?)${said}${notCounted}(?<value>["']?[^\\s"',;?]{4,40}(?: \\d{1,4}\\b)?)`,
      'dgi',
    ),
    score: 0.65,
    accepts: (value) => !plainWord.test(value),
  },
  // A digit, a dot or an underscore distinguishes a user name from a word.
  {
    name: 'user-name',
    regex: new RegExp(
      `\\b(?:user ?(?:name|id)|log ?in(?: name| id)?|screen ?name|handle|log(?:ged)? in as|sign(?:ed)? in as)${said}(?<value>[^\\s"',;?]{3,40})`,
      'dgi',
    ),
    score: 0.6,
    accepts: (value) => /\d|_|\w\.\w/.test(value),
  },
];
const numbers: readonly Pattern[] = [
  {
    name: 'ein',
    regex: /(?<![\w-])\d{2}-\d{7}(?![\w-])/g,
    score: 0.45,
  },
  {
    name: 'masked',
    regex: /(?<![\w*])(?:[*x•#]{2,12}[ -]?){1,4}\d{3,6}(?!\w)/gi,
    score: 0.5,
  },
  // "the card ending 9216".
  {
    name: 'card-ending',
    regex: /\b(?:ends?|ending)(?: (?:in|with))? (?:(?:um|uh) )?(?<value>\d{4})(?![\d.,/-]*\d)/dgi,
    score: 0,
    context: {
      words: /\b(?:cards?|visa|mastercard|amex|debit|credit|account|checking)\b/i,
      score: 0.45,
    },
  },
  // "the member id ends in 441".
  {
    name: 'number-ending',
    regex:
      /\b(?:(?:ends|ending|starts|starting|begins) (?:in|with)|last (?:bit|part|one|ones|two|three) (?:is|are)) (?:(?:um|uh|eh|an?|el|la) )?(?<value>\d(?: ?\d){1,5})(?![\d.,/:%-]*\d)/dgi,
    score: 0,
    context: {
      words:
        /\b(?:npi|dea|numbers?|ids?|member|policy|claim|record|chart|mrn|badge|reference|prescription|rx|confirmation|group|license|phones?|cells?|cards?|accounts?)\b/i,
      score: 0.4,
    },
  },
  // "it starts with 1EG4".
  {
    name: 'code-ending',
    regex:
      /\b(?:ends|ending|starts|starting|begins) (?:in|with) (?<value>(?=[a-z]{0,2}\d)(?=\d{1,7}[a-z]|[a-z])[a-z\d]{4,8})(?<![ap]m|st|nd|rd|th|mg|ml)(?![\w-])/dgi,
    score: 0.4,
  },
];
const wallet: Pattern = {
  name: 'wallet',
  regex: /(?<![a-z0-9])(?:0x[a-f0-9]{40}|bc1[a-z0-9]{25,59}|[13][a-km-z1-9]{25,34})(?![a-z0-9])/gi,
  score: 0.6,
};
const routing: Pattern = {
  name: 'aba',
  regex: /(?<![\w.$+/-])(?:\d{9}|\d{4}-\d{4}-\d)(?![\w/-]|\.\d)/g,
  score: 0.35,
  context: { words: bankContext, score: 0.7 },
  accepts: (value) => isAbaNumber(value.replaceAll('-', '')),
};
const bankNumber: Pattern = {
  name: 'bank-number',
  regex: /(?<![\w.$/-])\d{8,17}(?![\w/-]|\.\d)/g,
  score: 0.5,
};
const longNumber: Pattern = {
  name: 'long-number',
  regex:
    /(?<![\w.$+/-])(?!00|(?:19|20)\d\d[01]\d[0-3]\d(?!\d)|[0-3]\d[0-3]\d(?:19|20)\d\d(?!\d))\d{8,19}(?![\w/-]|\.\d)/g,
  score: 0.3,
};

/** Digits with a letter or two among them count as a code from five characters on. */
function isCode({ compact, digits }: Identifier): boolean {
  return digits >= 3 || (compact.length >= 5 && digits < compact.length);
}

/** Bank and routing numbers: by the company they keep, else by check digits or sheer length. */
function bankNumbers({ text, form }: View): Match[] {
  const routed = socialSecurity.test(text) ? [] : matchesOf(text, [routing]);
  if (bankContext.test(text)) return [...routed, ...matchesOf(text, [bankNumber])];
  const long = matchesOf(text, [longNumber]);
  if (form === 'written') return [...routed, ...long];
  return long.filter(({ start, end }) => end - start >= 12 && 2 * (end - start) > text.length);
}

/** The same spans with less weight, so that a kind of their own wins where the policy has it. */
function yielding(matches: readonly Match[]): Match[] {
  return matches.map((match) => ({ ...match, score: match.score - 0.05 }));
}

/**
 * Numbers and codes of accounts: cards and IBANs, bank and routing numbers, the ids of policies,
 * members, claims, customers and orders, tax ids, access codes. Health-plan ids are found here too,
 * because the shipped policy has no kind of their own for them (design D9).
 */
export const accountRecognizer: Recognizer = {
  kind: 'ACCOUNT',
  id: 'account',
  find(view: View): readonly Match[] {
    const { text } = view;
    if (!hasDigit(text)) return matchesOf(text, words);
    return withLooseIdentifiers(view, 'ACCOUNT', [
      ...matchesOf(text, words),
      ...yielding(findCards(view)),
      ...yielding(findIbans(view)),
      ...findLabelled(view, labels).filter(
        ({ start, end, rule }) => !(rule.startsWith('code') && isBilledCode(text, start, end)),
      ),
      ...bankNumbers(view),
      ...matchesOf(text, view.form === 'written' ? [...numbers, wallet] : numbers),
    ]);
  },
};
