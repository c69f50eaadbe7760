import type { KnownValue } from '../domain/detection.ts';
import type { Policy } from '../domain/policy.ts';
import type { Token } from '../domain/token.ts';
import { egressTexts } from './egress-text.ts';
import { knownValueSearch } from './known-value-search.ts';
import { nameRule, type PatternRule, patternRules } from './pattern-rules.ts';
import { countUnreadable } from './unreadable-text.ts';

/** Version in events and reports; raise it with every change of a rule. */
const scannerVersion = 'leak-scan/2';

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
}

interface Hit {
  readonly rule: string;
  readonly strong: boolean;
  readonly count: number;
}

/** What the scan needs to know about the call. */
export interface ScanContext {
  /** Values masked in the call. */
  readonly values: readonly KnownValue[];
  /** Kinds that the policy masks; others may stand in clear. */
  readonly enforced: ReadonlySet<string>;
  /** Whether this service minted a token; anything else that looks like one is text. */
  readonly isOwnToken: (token: Token) => boolean;
  /** Fakes that scheme `synthetic` put in place of values: they look like those and must not count. */
  readonly surrogates?: ReadonlySet<string>;
}

/**
 * An independent check of the exact bytes about to leave (design D33): strict shapes of its own, and
 * every value masked in the call, whatever its punctuation. It blocks a body that is not JSON, which
 * it cannot check. Linear in the body and in the values; runs in steps of a few milliseconds.
 */
export function* scanEgress(
  body: string,
  { values, enforced, isOwnToken, surrogates = noSurrogates }: ScanContext,
): Generator<undefined, LeakReport> {
  const root = parsed(body);
  if (root === undefined)
    return reportOf(body, [], [{ rule: 'not_json', strong: true, count: 0 }], 0);
  const known = knownValueSearch(values.filter(({ kind }) => enforced.has(kind)));
  const pattern: Hit[] = [];
  for (const { words, upTo, numbers, names } of egressTexts(root, isOwnToken)) {
    known.search(`${words}\0${numbers}`);
    const text = withoutSurrogates(words, surrogates);
    const left = withoutSurrogates(words.slice(0, upTo), surrogates).length;
    pattern.push(...patternHits(patternRules, text, left, enforced));
    const all = names.join('\0');
    pattern.push(...patternHits([nameRule], all, all.length, enforced));
    yield undefined;
  }
  const exact = known
    .hits()
    .map(({ kind, strong }) => ({ rule: `exact.${kind}`, strong, count: 1 }));
  return reportOf(body, exact, pattern, yield* countUnreadable(root));
}

function reportOf(
  body: string,
  exact: readonly Hit[],
  pattern: readonly Hit[],
  unreadable: number,
): LeakReport {
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

/** The kinds that a policy masks and some pass looks for. */
export function enforcedKinds(policy: Policy): ReadonlySet<string> {
  return new Set(
    [...policy.entities]
      .filter(
        ([, rule]) => rule.enabled && rule.action !== 'passthrough' && (rule.regex || rule.ner),
      )
      .map(([kind]) => kind),
  );
}

function patternHits(
  rules: readonly PatternRule[],
  text: string,
  upTo: number,
  enforced: ReadonlySet<string>,
): readonly Hit[] {
  return rules
    .filter((rule) => rule.kinds.some((kind) => enforced.has(kind)))
    .map(({ name, strong, count }) => ({ rule: name, strong, count: count(text, upTo) }))
    .filter((hit) => hit.count > 0);
}

function total(hits: readonly Hit[]): number {
  return hits.reduce((sum, hit) => sum + hit.count, 0);
}
