import { pacer, runInSlices } from '../domain/time-slices.ts';
import type { Clock } from '../ports/clock.ts';
import { type Roster, RosterChanged } from '../ports/roster.ts';
import { type RosterBuilder, type RosterIndex, rosterBuilder } from './roster-index.ts';
import { compactLexicon, type WordClasses } from './word-classes.ts';

/** The people of the roster as turns read them. */
export interface CurrentRoster {
  /**
   * The index of the roster, at most a few seconds old; undefined while nobody is in it. Waits for the first
   * index. Rejects while the roster cannot be read: the request is refused, as when a detector fails (design D6).
   */
  current(): Promise<LoadedRoster | undefined>;
}

export interface LoadedRoster {
  /** Changes with the roster; places of people in one index mean nothing in another. */
  readonly version: number;
  readonly index: RosterIndex;
}

const checkEveryMs = 1_000;
const mostTries = 5;

/** Reads the roster when it is first asked for, and again when its version has changed. */
export function createCurrentRoster(deps: {
  readonly roster: Roster;
  /** The lexicon of the model: what words are where they name nobody. */
  readonly lexicon: () => Promise<string>;
  readonly clock: Pick<Clock, 'monotonicUs'>;
}): CurrentRoster {
  let words: Promise<WordClasses> | undefined;
  let loaded: { readonly version: number; readonly index?: RosterIndex } | undefined;
  let checkedUs = 0;
  let check: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;

  const wordsOnce = (): Promise<WordClasses> => {
    words ??= deps.lexicon().then((text) => runInSlices(compactLexicon(text)));
    return words;
  };
  const refresh = async (): Promise<void> => {
    const version = await deps.roster.version();
    if (loaded?.version !== version) {
      loaded = await load(deps.roster, wordsOnce);
    }
    failure = undefined;
  };
  const startCheck = (): Promise<void> => {
    check ??= refresh()
      .catch((error: unknown) => {
        words = undefined;
        failure = { error };
      })
      .finally(() => {
        checkedUs = deps.clock.monotonicUs();
        check = undefined;
      });
    return check;
  };
  return {
    current: async () => {
      const isDue = deps.clock.monotonicUs() - checkedUs > checkEveryMs * 1000;
      if (loaded === undefined || failure !== undefined) await startCheck();
      else if (isDue) void startCheck();
      if (failure !== undefined) throw failure.error;
      return loaded?.index && { version: loaded.version, index: loaded.index };
    },
  };
}

/** Reads the roster; one that changes meanwhile is read again. */
async function load(roster: Roster, words: () => Promise<WordClasses>) {
  for (let attempt = 1; ; attempt += 1) {
    const version = await roster.version();
    try {
      const index = await indexOf(roster, words);
      return { version, ...(index && { index }) };
    } catch (error) {
      if (!(error instanceof RosterChanged) || attempt === mostTries) throw error;
    }
  }
}

async function indexOf(
  roster: Roster,
  words: () => Promise<WordClasses>,
): Promise<RosterIndex | undefined> {
  let builder: RosterBuilder | undefined;
  const pace = pacer();
  for await (const people of roster.people()) {
    for (const person of people) {
      builder ??= rosterBuilder(await words());
      builder.add(person);
      await pace();
    }
  }
  return builder?.index;
}
