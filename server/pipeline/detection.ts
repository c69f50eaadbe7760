import { hash, randomBytes } from 'node:crypto';
import { type LanguageModel, valuesInEverydayText } from '../detect/index.ts';
import type {
  Detection,
  DetectionInput,
  Finding,
  Speaker,
  Utterance,
} from '../domain/detection.ts';
import { itemAt } from '../domain/item-at.ts';
import type { ActivePolicy, PassName, Policy } from '../domain/policy.ts';
import { RecentMap } from '../domain/recent-map.ts';
import { mapInSlices, runInSlices } from '../domain/time-slices.ts';
import type { TextSlot } from '../ingress/slots.ts';
import type { Detector } from '../ports/detector.ts';
import { lazyUtterance, type PassFindings, runPasses } from './detection-passes.ts';
import { dictationsIn, type RequestDictations, withDictations } from './dictated-values.ts';
import {
  type JoinedText,
  joinTexts,
  type SearchedText,
  splitAcrossTexts,
  withHalves,
} from './joined-texts.ts';
import { type GuardedText, guardLanguages } from './language-guard.ts';

/** Turns before a text that can decide what it means; a cached result depends on them too. */
const neighbourTurns = 10;

/** A text to search (design D3). `turn`s are each other's neighbours; a `field` has only its cue. */
export type SearchText = Pick<
  TextSlot,
  'text' | 'speaker' | 'place' | 'cue' | 'sameMessage' | 'goesOn'
>;

/** One searched text; `key` names the text and the turns before it in caches. */
export interface Searched {
  readonly key: string;
  /** Names the text alone. */
  readonly digest: string;
  readonly utterance: Utterance;
  readonly findings: readonly Finding[];
  /** Findings of the text alone, without halves of values that continue in its neighbours. */
  readonly alone: readonly Finding[];
  /** Of kinds that the policy does not look for. */
  readonly inClear: readonly Finding[];
  /** BCP 47 tag of a language that the policy does not cover (design D49). */
  readonly language?: string;
  readonly vetoed?: PassFindings['vetoed'];
}

export interface SearchResult {
  readonly texts: readonly Searched[];
  /** Passes that really ran. */
  readonly passes: readonly PassName[];
  /** For the next search of the call; absent where nothing is remembered. */
  readonly memory?: SearchMemory;
}

/** What names a text. A slot knows besides where it is written back to, and so holds on to its whole request. */
type KeptText = Pick<SearchText, 'text' | 'speaker' | 'place' | 'cue'>;

const keptText = ({ text, speaker, place, cue }: SearchText): KeptText =>
  cue === undefined ? { text, speaker, place } : { text, speaker, place, cue };

/** The texts of one search, and what was found in each. The texts before a text decide what it means. */
export interface SearchMemory {
  /** Names policy, passes and model. */
  readonly context: string;
  readonly texts: readonly KeptText[];
  readonly digests: readonly string[];
  readonly targets: readonly SearchTarget[];
  readonly entries: readonly (Pick<CacheEntry, 'result'> & { readonly utterance: Utterance })[];
}

/** The values that a call knows, where they stand in a text. */
export interface KnownInCall {
  /** Names the call. */
  readonly call: string;
  readonly valuesIn: (utterance: Utterance) => readonly Detection[];
}

/** What was found in a text; `key` names what decided it: the text, those before it, policy, passes and model. */
export type KeyedFindings = PassFindings & Pick<Searched, 'key'>;

/** Runs the policy's passes over all texts of a request (spec, rule 2). Rejects when a pass fails (design D6). */
export type Search = (
  active: ActivePolicy,
  texts: readonly SearchText[],
  options?: {
    readonly skipModel?: boolean;
    /** What an earlier search found in texts of the same places: a text of the same key is not searched again (design D8). */
    readonly found?: readonly KeyedFindings[];
    readonly known?: KnownInCall;
    /** The last search of the same call, whose first texts this one may repeat. */
    readonly earlier?: SearchMemory | undefined;
    /** Called with each text of the request in which this search found something; what it throws ends the search. */
    readonly onFound?: ((index: number) => void) | undefined;
  },
) => Promise<SearchResult>;

/** A search that remembers texts. */
export interface CachedSearch extends Search {
  /**
   * Forgets texts that no request had in the last rounds; each call of this function begins a round.
   * Texts must not outlive their call for long (design D30).
   */
  evictUnused(): void;
}

interface SearchOptions {
  readonly detector?: Detector | undefined;
  readonly languages?: LanguageModel | undefined;
  readonly cachedCharacters?: number;
  /** Makes digests that are the same for all replicas; by default they are those of this process. */
  readonly digestKey?: string;
}

/**
 * Detection with a cache by text and the turns before it, so that a turn costs what is new in it (design D7).
 * `detector` is the model of pass `nermodel`; without it the pass finds nothing. Without `languages` every
 * text counts as of a covered language.
 */
export function createSearch(options: SearchOptions = {}): CachedSearch {
  const memory = createMemory(options);
  const { digest, recall, keep } = memory;

  const search: Search = async (
    active,
    texts,
    { skipModel = false, found: last = [], known, earlier, onFound } = {},
  ) => {
    const covered = active.policy.languages;
    const model = skipModel ? undefined : options.detector;
    const passes = active.policy.passes.filter(
      (pass) => pass === 'regex' || (pass === 'nermodel' && model !== undefined),
    );
    const context = `${active.sha256}\0${active.ownNames?.join() ?? ''}\0${passes.join()}\0${model?.version ?? ''}`;
    const { keptTexts, digests, whole, keptWhole } = await recallTexts(memory, texts, {
      context,
      known,
      earlier,
    });
    const before = whole.map(({ key }, index) =>
      last[index]?.key === key ? last[index] : undefined,
    );
    const utterances = whole.map(
      ({ text, speaker }, index) =>
        keptWhole[index]?.utterance ?? lazyUtterance(text, speaker, covered),
    );
    const dictations = await dictationsIn(texts, utterances);
    const joinedTexts = (await mapInSlices(texts, joinTexts(texts, dictations))).flat();
    const cut = await mapInSlices(joinedTexts, (joinedText) =>
      joinedTarget(joinedText, whole, digest),
    );
    const targets = [...whole, ...cut];
    const kept = [...keptWhole, ...(await mapInSlices(cut, (one) => recall(one)))];
    utterances.push(...cut.map(({ text, speaker }) => lazyUtterance(text, speaker, covered)));
    const missing = targets.flatMap((one, index) =>
      kept[index] === undefined && before[index] === undefined ? [{ one, index }] : [],
    );
    const inputs = await mapInSlices(missing, ({ one, index }) =>
      inputOf(one, index, utterances, covered),
    );
    // A joined text repeats texts whose languages are recognized one by one.
    const isAlone = (at: number) => itemAt(missing, at).index < texts.length;
    const spared = await mapInSlices(missing, ({ index }) =>
      texts[index]?.place === 'turn'
        ? sparedValues(itemAt(utterances, index), model, known)
        : undefined,
    );
    const found = await runPasses(active, inputs, {
      passes,
      model,
      isAlone,
      spared,
      onFound: (at) => {
        if (isAlone(at)) onFound?.(itemAt(missing, at).index);
      },
    });
    const safe = await guardLanguages(inputs, found, { active, model: options.languages, isAlone });
    await mapInSlices(missing, ({ one, index }, at) => {
      const utterance = isAlone(at) ? utterances[index] : undefined;
      const entry = { result: itemAt(safe, at), ...(utterance && { utterance }) };
      keep(one, entry, spared[at] === undefined ? undefined : known);
    });
    const fresh = new Map(missing.map(({ index }, at) => [index, itemAt(safe, at)]));
    const searched = await mapInSlices(targets, (one, index) => {
      const utterance = itemAt(utterances, index);
      const again = fresh.has(index) || kept[index] !== undefined ? undefined : before[index];
      if (again !== undefined)
        keep(one, { result: again, utterance }, one.speaker === 'assistant' ? known : undefined);
      return { ...(again ?? fresh.get(index) ?? itemAt(kept, index).result), utterance };
    });
    const all = await withJoins(joinedTexts, searched, dictations, active.policy);
    const results = whole.map(({ key }, index) => {
      const alone = itemAt(searched, index);
      const findings = all[index] ?? alone.findings;
      return { ...alone, key, digest: itemAt(digests, index), findings, alone: alone.findings };
    });
    const entries = whole.map((_, index) => ({
      result: fresh.get(index) ?? keptWhole[index]?.result ?? itemAt(before, index),
      utterance: itemAt(utterances, index),
    }));
    return {
      texts: results,
      passes,
      memory: { context, texts: keptTexts, digests, targets: whole, entries },
    };
  };
  return Object.assign(search, { evictUnused: memory.evictUnused });
}

/** The digest and target of each text, and what is remembered of it: by the last search of the call, or by any. */
async function recallTexts(
  { digest, recall }: Memory,
  texts: readonly SearchText[],
  {
    context,
    known,
    earlier,
  }: Pick<SearchMemory, 'context'> & {
    readonly known: KnownInCall | undefined;
    readonly earlier: SearchMemory | undefined;
  },
) {
  const repeated = repeatedTexts(texts, earlier?.context === context ? earlier : undefined);
  const digests = await mapInSlices(
    texts,
    ({ speaker, cue = '', text }, index) =>
      repeated.digests[index] ?? digest(`${context}\0${speaker}\0${cue}\0${text}`),
  );
  const whole = await mapInSlices(texts, searchTargets(digests, repeated.targets, digest));
  const keptWhole = await mapInSlices(
    whole,
    (one, index) => repeated.entries[index] ?? recall(one, known),
  );
  // A request repeats its history in strings of its own: those of the request before are kept.
  const keptTexts = texts.map((text, index) => repeated.texts[index] ?? keptText(text));
  return { keptTexts, digests, whole, keptWhole };
}

/** What is remembered of the first texts that are the same as in the last search. */
function repeatedTexts(
  texts: readonly SearchText[],
  earlier: SearchMemory | undefined,
): Pick<SearchMemory, 'texts' | 'digests' | 'targets' | 'entries'> {
  if (earlier === undefined) return { texts: [], digests: [], targets: [], entries: [] };
  const changed = texts.findIndex((text, index) => !isSameText(text, earlier.texts[index]));
  const count = changed < 0 ? texts.length : changed;
  return {
    texts: earlier.texts.slice(0, count),
    digests: earlier.digests.slice(0, count),
    targets: earlier.targets.slice(0, count),
    entries: earlier.entries.slice(0, count),
  };
}

function isSameText(one: SearchText, other: KeptText | undefined): boolean {
  return (
    one.text === other?.text &&
    one.speaker === other.speaker &&
    one.place === other.place &&
    one.cue === other.cue
  );
}

/** What was found in texts. Another call does not know the values of a spared text, so that is kept for its call alone. */
interface Memory {
  readonly digest: (text: string) => string;
  readonly recall: (target: SearchTarget, known?: KnownInCall) => CacheEntry | undefined;
  readonly keep: (
    target: SearchTarget,
    entry: Pick<CacheEntry, 'result' | 'utterance'>,
    known?: KnownInCall,
  ) => void;
  readonly evictUnused: () => void;
}

function createMemory({ cachedCharacters, digestKey }: SearchOptions): Memory {
  const cache = new RecentMap<string, CacheEntry>(
    cachedCharacters ?? defaultCachedCharacters,
    ({ utterance }) =>
      utterance === undefined ? joinedTextCost : utterance.text.length + entryCost,
  );
  let round = 0;
  const ofCall = (key: string, { call }: KnownInCall): string => `${key}~${call}`;
  return {
    digest: keyedDigest(digestKey ?? randomBytes(32).toString('latin1')),
    recall: ({ key, speaker }, known) => {
      let kept = cache.get(key);
      if (kept === undefined && known !== undefined && speaker === 'assistant')
        kept = cache.get(ofCall(key, known));
      if (kept !== undefined) kept.usedIn = round;
      return kept;
    },
    keep: ({ key }, entry, known) =>
      cache.set(known === undefined ? key : ofCall(key, known), { ...entry, usedIn: round }),
    evictUnused: () => {
      round += 1;
      cache.dropWhile(({ usedIn }) => usedIn < round - keptRounds);
    },
  };
}

/**
 * The call's values in an assistant's text that says nothing else for the model to find; undefined for any other text.
 * Most replies that the history repeats are such texts: this service restored their values (decision 0121).
 */
function sparedValues(
  utterance: Utterance,
  { isEverydayWord }: Partial<Detector> = {},
  known: KnownInCall | undefined,
): readonly Detection[] | undefined {
  if (isEverydayWord === undefined || known === undefined || utterance.speaker !== 'assistant')
    return undefined;
  return valuesInEverydayText(utterance.text, () => known.valuesIn(utterance), isEverydayWord);
}

/** The findings of each text, with the pieces of values that its neighbours go on with. */
async function withJoins(
  joinedTexts: readonly JoinedText[],
  searched: readonly SearchedText[],
  dictations: RequestDictations,
  policy: Policy,
): Promise<readonly (readonly Finding[])[]> {
  const texts = searched.slice(0, searched.length - joinedTexts.length);
  const cut = await mapInSlices(joinedTexts, (joinedText, at) =>
    splitAcrossTexts(joinedText, itemAt(searched, texts.length + at), texts),
  );
  const halves = await runInSlices(withDictations(dictations, cut.flat(), texts, policy));
  return mapInSlices(texts, (text, index) => withHalves(text, halves.get(index) ?? [], policy));
}

interface CacheEntry {
  readonly result: GuardedText;
  /** Kept for its shadow: known values are searched for in old turns too, but not in joined texts. */
  readonly utterance?: Utterance;
  /** The last round in which a request had it. */
  usedIn: number;
}

/** Two minutes at the service's rounds; after a longer silence the texts of a call are searched again. */
const keptRounds = 8;
/** Together with shadows and offset maps about 25 MB: the histories of some hundred calls at once. */
const defaultCachedCharacters = 1_500_000;
/** Cost of an entry besides its text. */
const entryCost = 200;
/** Cost of a joined text: the cache keeps only its findings. */
const joinedTextCost = 40;

/** Digest of 128 bits: SHA-256 over the secret and the text. */
function keyedDigest(secret: string): (text: string) => string {
  return (text) => hash('sha256', `${secret}${text}`, 'base64').slice(0, 22);
}

/** A text or joined text to search, with its key and the texts before it that decide what it means. */
interface SearchTarget extends Pick<SearchText, 'text' | 'speaker' | 'cue'> {
  readonly key: string;
  /** Nearest first. */
  readonly before: readonly number[];
}

/**
 * The target of each text, in order; a field has no texts before it and counts as no turn. The first ones may be
 * `known`.
 */
function searchTargets(
  digests: readonly string[],
  known: readonly SearchTarget[],
  digest: (text: string) => string,
): (text: SearchText, index: number) => SearchTarget {
  const turns: number[] = [];
  return (text, index) => {
    const isTurn = text.place === 'turn' && text.speaker !== 'system';
    const kept = known[index];
    const before = isTurn && kept === undefined ? turns.slice(-neighbourTurns).reverse() : [];
    if (isTurn) turns.push(index);
    if (kept !== undefined) return kept;
    const own = itemAt(digests, index);
    const key =
      before.length === 0
        ? own
        : digest([own, ...before.map((at) => itemAt(digests, at))].join('\0'));
    return { ...keptText(text), key, before };
  };
}

function joinedTarget(
  { text, speaker, parts }: JoinedText,
  whole: readonly SearchTarget[],
  digest: (text: string) => string,
): SearchTarget {
  const { key, before } = itemAt(whole, itemAt(parts, 0).index);
  return { text, speaker, before, key: `${key}+${digest(text)}` };
}

function inputOf(
  { cue = '', before }: SearchTarget,
  index: number,
  utterances: readonly Utterance[],
  covered: readonly string[],
): DetectionInput {
  const utterance = itemAt(utterances, index);
  if (cue !== '')
    return { utterance, before: [lazyUtterance(cue, oppositeOf(utterance.speaker), covered)] };
  return { utterance, before: before.map((at) => itemAt(utterances, at)) };
}

/** A field's key reads like the question that the field answers. */
function oppositeOf(speaker: Speaker): Speaker {
  return speaker === 'assistant' ? 'user' : 'assistant';
}
