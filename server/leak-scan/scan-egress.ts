import type { KnownValue } from '../domain/detection.ts';
import type { Policy } from '../domain/policy.ts';
import type { Token } from '../domain/token.ts';
import { type CleanBody, cleanBody, isStillClean } from './clean-body.ts';
import { egressTexts } from './egress-text.ts';
import {
  type CompactText,
  compactText,
  knownValueSearch,
  type ValueSearch,
} from './known-value-search.ts';
import { nameRules, type PatternRule, patternRules } from './pattern-rules.ts';
import { countUnreadable } from './unreadable-text.ts';

/** Version in events and reports; raise it with every change of a rule. */
const scannerVersion = 'leak-scan/6';

/** What the scan of one body found; counts and rule names, never text. */
export interface LeakReport {
  /** `blocked`: a strong hit, the body must not be sent. `reported`: weak hits only. */
  readonly verdict: 'clean' | 'reported' | 'blocked';
  /** Values masked in the call that stand in the body in clear. */
  readonly exactMatchHits: number;
  readonly patternHits: number;
  /** Rules that hit, sorted: `exact.<KIND>`, `pattern.<shape>`, `not_json`. */
  readonly rules: readonly string[];
  /** UTF-8 bytes of the body. */
  readonly bytes: number;
  readonly scanner: string;
  /** Encoded stretches that the scan could not read. */
  readonly unreadable: number;
  /** Strong shapes that the policy masks under no kind, so that they may be sent: kinds and count. */
  readonly inClear: ReadonlyMap<PatternRule['kinds'], number>;
}

interface Hit {
  readonly rule: string;
  readonly strong: boolean;
  readonly count: number;
}

/** What the scan needs to know about the policy. */
export interface ScanPolicy {
  /** Kinds that the policy masks; others may stand in clear. */
  readonly enforced: ReadonlySet<string>;
  /** Words that the policy always masks: values to look for in every call. */
  readonly always?: readonly KnownValue[];
  /** By kind, the letters and digits of phrases that are never of the kind: a shape alone may stand in clear. */
  readonly never?: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What the scan needs to know about the call. */
export interface ScanContext extends ScanPolicy {
  /** Values masked in the call. */
  readonly values: readonly KnownValue[];
  /** Whether this service minted a token; anything else that looks like one is text. */
  readonly isOwnToken: (token: Token) => boolean;
  /** Fakes that scheme `synthetic` put in place of values: they look like those and must not count. */
  readonly surrogates?: ReadonlySet<string>;
  /** A clean body of the same call, whose texts are searched again only for values that are new since. */
  readonly before?: CleanBody | undefined;
  /** Whether a later scan will want to know this body, if it is clean. */
  readonly remembers?: boolean;
}

/** What the scan found, and the body for the next scan of its call. */
export interface Scan extends LeakReport {
  readonly clean?: CleanBody;
}

/**
 * An independent check of the exact bytes about to leave (design D33): strict shapes of its own, and
 * every value masked in the call, whatever its punctuation. It blocks a body that is not JSON, which
 * it cannot check. Linear in the body and in the values; runs in steps of a few milliseconds.
 */
export function* scanEgress(body: string, context: ScanContext): Generator<undefined, Scan> {
  const root = parsed(body);
  if (root === undefined)
    return {
      ...reportOf(body, [], [{ rule: 'not_json', strong: true, count: 0 }], 0),
      inClear: new Map(),
    };
  const { values, always = [], enforced } = context;
  const count = values.length;
  const sought = [...always, ...values].filter(({ kind }) => enforced.has(kind));
  yield undefined;
  const before = (yield* isStillClean(context)) ? context.before : undefined;
  const known = yield* knownValueSearch(sought);
  const { pattern, inClear, texts } = yield* scanTexts(root, { ...context, before }, known);
  const found = yield* known.hits();
  const exact = found.map(({ kind, strong }) => ({ rule: `exact.${kind}`, strong, count: 1 }));
  const unreadable = yield* countUnreadable(root, before?.root);
  const scan = { ...reportOf(body, exact, pattern, unreadable), inClear };
  const isSpotless = scan.verdict === 'clean' && unreadable === 0 && inClear.size === 0;
  if (context.remembers !== true || !isSpotless) return scan;
  const clean = cleanBody({ root, texts, count }, scan.bytes, { ...context, before });
  return { ...scan, ...(clean && { clean }) };
}

/** What the texts hold that the body `before` did not have; searches them for the known values too. */
function* scanTexts(root: unknown, context: ScanContext, known: ValueSearch) {
  const { isOwnToken, surrogates = noSurrogates, before } = context;
  const pattern: Hit[] = [];
  const inClear: ShapeCounts = new Map();
  const texts: CompactText[] = [];
  for (const { words, upTo, numbers, names } of egressTexts(root, isOwnToken, before?.root)) {
    const compact = compactText(`${words}\0${numbers}`);
    known.search(compact);
    texts.push(compact);
    const text = withoutSurrogates(words, surrogates);
    const left = withoutSurrogates(words.slice(0, upTo), surrogates).length;
    pattern.push(...(yield* patternHits(patternRules, text, left, context)));
    addShapesInClear(inClear, text, left, context);
    const all = names.join('\0');
    pattern.push(...(yield* patternHits(nameRules, all, all.length, context)));
    yield undefined;
  }
  return { pattern, inClear, texts };
}

function reportOf(
  body: string,
  exact: readonly Hit[],
  pattern: readonly Hit[],
  unreadable: number,
): Omit<LeakReport, 'inClear'> {
  const hits = [...exact, ...pattern];
  return {
    bytes: Buffer.byteLength(body),
    scanner: scannerVersion,
    unreadable,
    verdict: hits.some((hit) => hit.strong) ? 'blocked' : hits.length > 0 ? 'reported' : 'clean',
    exactMatchHits: total(exact),
    patternHits: total(pattern),
    rules: [...new Set(hits.map((hit) => hit.rule))].sort(),
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

const noSurrogates: ReadonlySet<string> = new Set();

function withoutSurrogates(text: string, surrogates: ReadonlySet<string>): string {
  let rest = text;
  for (const surrogate of surrogates) rest = rest.replaceAll(surrogate, '\0');
  return rest;
}

const scanPolicies = new WeakMap<Policy, ScanPolicy>();

/** What the scan must know of a policy: the kinds that it masks, if anything looks for them, and its own words. */
export function scanPolicy(policy: Policy): ScanPolicy {
  const known = scanPolicies.get(policy);
  if (known !== undefined) return known;
  const rules = [...policy.entities].filter(
    ([, rule]) =>
      rule.enabled &&
      rule.action !== 'passthrough' &&
      (rule.regex || rule.ner || rule.always.length + rule.patterns.length > 0),
  );
  const made: ScanPolicy = {
    enforced: new Set(rules.map(([kind]) => kind)),
    always: rules.flatMap(([kind, { always }]) =>
      always.map((phrase) => ({ kind, canonical: phrase, surface: phrase })),
    ),
    never: new Map(
      rules.map(([kind, { never }]) => [
        kind,
        new Set(never.map((phrase) => compactText(phrase).text)),
      ]),
    ),
  };
  scanPolicies.set(policy, made);
  return made;
}

/** What the rules find in a text, with a pause after each rule. */
function* patternHits(
  rules: readonly PatternRule[],
  text: string,
  upTo: number,
  { enforced, never = new Map() }: ScanPolicy,
): Generator<undefined, readonly Hit[]> {
  const hits: Hit[] = [];
  for (const { name, kinds, strong, find } of rules) {
    const own = kinds.filter((kind) => enforced.has(kind));
    if (own.length === 0) continue;
    const isSpared = (match: string): boolean => {
      const phrases = own.map((kind) => never.get(kind)).filter((some) => some !== undefined);
      if (phrases.every(({ size }) => size === 0)) return false;
      const letters = compactText(match).text;
      return phrases.some((some) => some.has(letters));
    };
    const count = find(text, upTo).filter((match) => !isSpared(match)).length;
    if (count > 0) hits.push({ rule: name, strong, count });
    yield undefined;
  }
  return hits;
}

type ShapeCounts = Map<PatternRule['kinds'], number>;

/** Counts the strong shapes of kinds that the policy does not mask. */
function addShapesInClear(
  counts: ShapeCounts,
  text: string,
  upTo: number,
  { enforced }: ScanPolicy,
): void {
  const rules = patternRules.filter(
    ({ kinds, strong }) => strong && !kinds.some((kind) => enforced.has(kind)),
  );
  for (const { kinds, find } of rules) {
    const found = find(text, upTo).length;
    if (found > 0) counts.set(kinds, (counts.get(kinds) ?? 0) + found);
  }
}

function total(hits: readonly Hit[]): number {
  return hits.reduce((sum, hit) => sum + hit.count, 0);
}
