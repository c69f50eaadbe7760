import { hash, randomBytes } from 'node:crypto';
import type { DetectionInput, Speaker, Utterance } from '../domain/detection.ts';
import type { ActivePolicy, PassName } from '../domain/policy.ts';
import type { Detector } from '../ports/detector.ts';
import { type Finding, lazyUtterance, runPasses } from './passes.ts';
import { RecentMap } from './recent-map.ts';

/** Turns before a text that can decide what it means; also what a cached result depends on. */
const neighbourTurns = 6;

/** A text to search (design D3). `turn`s are each other's neighbours; a `field` has only its cue. */
export interface SearchText {
  readonly text: string;
  readonly speaker: Speaker;
  readonly place: 'turn' | 'field';
  /** The words of a field's key, such as `date of birth`. */
  readonly cue?: string;
}

/** One searched text: `key` names it and the turns before it in caches, without holding them. */
export interface Searched {
  readonly key: string;
  /** Names the text alone. */
  readonly digest: string;
  readonly utterance: Utterance;
  readonly findings: readonly Finding[];
}

export interface SearchResult {
  readonly texts: readonly Searched[];
  /** Passes that really ran. */
  readonly passes: readonly PassName[];
}

/** Runs the policy's passes over all texts of a request (spec, rule 2). Rejects when a pass fails (design D6). */
export type Search = (
  active: ActivePolicy,
  texts: readonly SearchText[],
  options?: {
    readonly skipModel?: boolean;
    /** What an earlier search of the same texts found, which is not looked for again (design D8). */
    readonly found?: readonly (readonly Finding[])[];
  },
) => Promise<SearchResult>;

/** A search that remembers texts. */
export interface CachedSearch extends Search {
  /**
   * Forgets the texts that no request has brought in the last rounds; a round goes from one call of
   * this to the next. What was said in a call must not outlive it for long (design D30).
   */
  forgetUnused(): void;
}

/**
 * Detection with a cache by text and the turns before it, so that a turn costs what is new in it (design D7).
 * `detector` is the model of pass `nermodel`; without one that pass falls through.
 */
export function createSearch(
  options: {
    readonly detector?: Detector;
    readonly cachedCharacters?: number;
    /** Makes digests that name a text to all who have it; else they do so to this process alone. */
    readonly digestKey?: string;
  } = {},
): CachedSearch {
  const capacity = options.cachedCharacters ?? defaultCachedCharacters;
  const cache = new RecentMap<string, Kept>(
    capacity,
    ({ utterance }) => utterance.text.length + entryCost,
  );
  const digest = keyedDigest(options.digestKey ?? randomBytes(32).toString('latin1'));
  let round = 0;

  const recall = (key: string): Kept | undefined => {
    const kept = cache.get(key);
    if (kept !== undefined) kept.usedIn = round;
    return kept;
  };

  const search: Search = async (active, texts, { skipModel = false, found: known } = {}) => {
    const model = skipModel ? undefined : options.detector;
    const passes = active.policy.passes.filter(
      (pass) => pass === 'regex' || (pass === 'nermodel' && model !== undefined),
    );
    const context = `${active.sha256}\0${passes.join()}\0${model?.version ?? ''}`;
    const digests = texts.map(({ speaker, cue = '', text }) =>
      digest(`${context}\0${speaker}\0${cue}\0${text}`),
    );
    const before = turnsBefore(texts);
    const keys = texts.map((_, index) =>
      [index, ...before(index)].map((at) => digests[at] ?? '').join(''),
    );
    const kept = keys.map(recall);
    const utterances = texts.map(
      (text, index) => kept[index]?.utterance ?? lazyUtterance(text.text, text.speaker),
    );
    const missing = texts.flatMap((_, index) =>
      kept[index] === undefined && known?.[index] === undefined ? [index] : [],
    );
    const inputs = missing.map((index) => inputOf(index, texts, utterances, before(index)));
    const found = await runPasses(active, inputs, passes, model);
    const fresh = new Map(missing.map((index, at) => [index, found[at] ?? []]));
    const results = texts.map((_, index) => ({
      key: keys[index] ?? '',
      digest: digests[index] ?? '',
      findings: fresh.get(index) ?? kept[index]?.findings ?? known?.[index] ?? [],
      utterance: utterances[index] as Utterance,
    }));
    results.forEach(({ key, findings, utterance }, index) => {
      if (kept[index] === undefined) cache.set(key, { findings, utterance, usedIn: round });
    });
    return { texts: results, passes };
  };
  return Object.assign(search, {
    forgetUnused: () => {
      round += 1;
      cache.dropWhile(({ usedIn }) => usedIn < round - keptRounds);
    },
  });
}

interface Kept {
  readonly findings: readonly Finding[];
  /** Kept for its shadow: known values are looked for in old turns as well. */
  readonly utterance: Utterance;
  /** The last round in which a request brought it. */
  usedIn: number;
}

/** Two minutes as the service counts rounds; a caller who says nothing for longer is searched anew. */
const keptRounds = 8;
/** Together with shadows and offset maps about 25 MB: the histories of some hundred calls at once. */
const defaultCachedCharacters = 1_500_000;
/** What an entry weighs beside its text. */
const entryCost = 200;

/** 128 bits that name a text to who has the secret: SHA-256 behind it. */
function keyedDigest(secret: string): (text: string) => string {
  return (text) => hash('sha256', `${secret}${text}`, 'base64').slice(0, 22);
}

/** The turns before each text, nearest first. A field has none, and stands in no turn's way. */
function turnsBefore(texts: readonly SearchText[]): (index: number) => readonly number[] {
  const turns = texts.flatMap((text, index) =>
    text.place === 'turn' && text.speaker !== 'system' ? [index] : [],
  );
  const position = new Map(turns.map((index, at) => [index, at]));
  return (index) => {
    const at = position.get(index) ?? 0;
    return turns.slice(Math.max(0, at - neighbourTurns), at).reverse();
  };
}

function inputOf(
  index: number,
  texts: readonly SearchText[],
  utterances: readonly Utterance[],
  before: readonly number[],
): DetectionInput {
  const utterance = utterances[index] as Utterance;
  const cue = texts[index]?.cue;
  if (cue !== undefined && cue !== '') {
    const speaker = oppositeOf(utterance.speaker);
    return { utterance, before: [lazyUtterance(cue, speaker)] };
  }
  return { utterance, before: before.map((at) => utterances[at] as Utterance) };
}

/** A field's key reads like the question that the field answers. */
function oppositeOf(speaker: Speaker): Speaker {
  return speaker === 'assistant' ? 'user' : 'assistant';
}
