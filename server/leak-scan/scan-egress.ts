import type { KnownValue } from '../domain/detection.ts';
import type { Policy } from '../domain/policy.ts';
import type { Token } from '../domain/token.ts';
import { egressText } from './egress-text.ts';
import { knownValueHits } from './known-values.ts';
import { nameRule, type PatternRule, patternRules } from './patterns.ts';
import { squeeze } from './squeeze.ts';

/** Goes into events and reports; raised with every change of a rule. */
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
}

interface Hit {
  readonly rule: string;
  readonly strong: boolean;
  readonly count: number;
}

/** What a scan must know of the call. */
export interface ScanContext {
  /** Values masked in the call. */
  readonly values: readonly KnownValue[];
  /** Kinds that the policy masks; others may stand in clear. */
  readonly enforced: ReadonlySet<string>;
  /** Tells the tokens that this service minted; whatever else looks like one is text. */
  readonly isOwnToken: (token: Token) => boolean;
  /** Fakes that scheme `synthetic` put in place of values: they look like those and must not count. */
  readonly surrogates?: ReadonlySet<string>;
}

/**
 * An independent check of the exact bytes about to leave (design D33): strict shapes of its own, and
 * every value masked in the call, whatever its punctuation. A body that is not JSON is blocked: nothing
 * can be said of it. Linear in the body, for a given list of values.
 */
export function scanEgress(body: string, context: ScanContext): LeakReport {
  const { values, enforced, isOwnToken, surrogates = none } = context;
  const text = egressText(body, isOwnToken);
  const report = { bytes: Buffer.byteLength(body), scanner: scannerVersion };
  if (text === undefined) {
    return {
      ...report,
      verdict: 'blocked',
      exactMatchHits: 0,
      patternHits: 0,
      rules: ['not_json'],
    };
  }
  const exact = exactHits(`${text.words}\0${text.numbers}`, values, enforced);
  const pattern = [
    ...patternHits(patternRules, without(text.words, surrogates), enforced),
    ...patternHits([nameRule], text.names.join('\0'), enforced),
  ];
  const hits = [...exact, ...pattern];
  return {
    ...report,
    verdict: hits.some((hit) => hit.strong) ? 'blocked' : hits.length > 0 ? 'reported' : 'clean',
    exactMatchHits: total(exact),
    patternHits: total(pattern),
    rules: [...new Set(hits.map((hit) => hit.rule))].sort(),
  };
}

const none: ReadonlySet<string> = new Set();

function without(text: string, surrogates: ReadonlySet<string>): string {
  let rest = text;
  for (const surrogate of surrogates) rest = rest.replaceAll(surrogate, '\0');
  return rest;
}

/** The kinds a policy wants out of the text: those that some pass is to look for. */
export function enforcedKinds(policy: Policy): ReadonlySet<string> {
  return new Set(
    [...policy.entities]
      .filter(
        ([, rule]) => rule.enabled && rule.action !== 'passthrough' && (rule.regex || rule.ner),
      )
      .map(([kind]) => kind),
  );
}

function exactHits(
  text: string,
  values: readonly KnownValue[],
  enforced: ReadonlySet<string>,
): readonly Hit[] {
  const wanted = values.filter((value) => enforced.has(value.kind));
  if (wanted.length === 0) return [];
  return knownValueHits(squeeze(text), wanted).map(({ kind, strong }) => ({
    rule: `exact.${kind}`,
    strong,
    count: 1,
  }));
}

function patternHits(
  rules: readonly PatternRule[],
  text: string,
  enforced: ReadonlySet<string>,
): readonly Hit[] {
  return rules
    .filter((rule) => rule.kinds.some((kind) => enforced.has(kind)))
    .map(({ name, strong, count }) => ({ rule: name, strong, count: count(text) }))
    .filter((hit) => hit.count > 0);
}

function total(hits: readonly Hit[]): number {
  return hits.reduce((sum, hit) => sum + hit.count, 0);
}
