import type { MaskedTranscript, TurnView } from '../contract/live.ts';
import type { SessionId } from '../domain/ids.ts';
import { saidWords, tagWord } from '../domain/speech/said-words.ts';
import { mapInSlices } from '../domain/time-slices.ts';
import type { CallEntry, CallWords, DueCall } from '../ports/call-words.ts';
import type { Remarks } from '../ports/marks.ts';
import { publicTurn } from '../projections/public-side.ts';

/** Reads kept texts of calls that are over into the index by which people find calls (decision 0174). */
export interface WordIndexing {
  /** Reads the newest calls that are due, so that a search behind it finds what was just said. Rejects as the stores do. */
  catchUp(): Promise<void>;
  /** As `CallWords` has it. */
  readonly inOrder: boolean;
  /** How many calls are not read yet. */
  missing(): Promise<number>;
  /** Changes what people say of a call, and reads it again. A crash in between leaves it due once it is over. */
  change(id: SessionId, change: () => Promise<void>): Promise<void>;
  /** Reads all calls that are due, in the background. Call it about every 15 seconds. */
  work(): void;
  /** Stops after the call that is being read. */
  settle(): Promise<void>;
}

/** The turns of a call with the texts that are kept, and whether all of them are. */
interface KeptTexts extends Pick<MaskedTranscript, 'public_side'> {
  readonly turns: readonly TurnView[];
}

export interface WordIndexingDeps {
  readonly words: CallWords;
  /** Writes the summaries that wait: a call is due once its own says that it is over. */
  readonly writeSummaries: () => Promise<void>;
  readonly textsOf: (id: SessionId) => Promise<KeptTexts>;
  readonly remarks: Pick<Remarks, 'of'>;
  /** Gets what failed; the next round tries again. */
  readonly onFailure: (error: unknown) => void;
}

/** Most characters of a call that are read, some hours of talk: what was said after them is not found. */
const mostCharacters = 512 * 1024;
/** Calls that share a write. */
const callsAtOnce = 16;
/** The background rests this many times as long as it worked, in favour of calls in progress. */
const restFactor = 4;
/** Who says something in a call; nobody says instructions and answers of functions. */
const speakers: ReadonlySet<string> = new Set(['user', 'assistant']);
/** A place in a request or a reply that has no words but arguments of a function. */
const ofFunction = /\b(?:tool|custom|tool_calls|function_call)\b/;

export function createWordIndexing(deps: WordIndexingDeps): WordIndexing {
  const { words, onFailure } = deps;
  let stopping = false;
  let running: Promise<void> | undefined;
  let endRest: (() => void) | undefined;
  /** The versions of calls whose key this process was not given. They stay due: the next start may have it. */
  const locked = new Map<SessionId, number>();

  /** None of one that cannot be read, which holds up no other. */
  const entryOf = async ({
    id,
    version,
  }: Pick<DueCall, 'id' | 'version'>): Promise<readonly CallEntry[]> => {
    if (locked.get(id) === version) return [];
    try {
      const texts = await deps.textsOf(id);
      if (texts.public_side === 'key_missing') {
        locked.set(id, version);
        return [];
      }
      return [{ id, version, texts: await wordsOfCall(deps, id, texts) }];
    } catch (error) {
      onFailure(error);
      return [];
    }
  };

  /** Reads one batch; resolves with its last call if more may follow. */
  const readBatch = async (after?: DueCall): Promise<DueCall | undefined> => {
    const due = await words.due({ limit: callsAtOnce, ...(after && { after }) });
    const entries: CallEntry[] = [];
    for (const call of due) entries.push(...(stopping ? [] : await entryOf(call)));
    if (entries.length > 0) await words.keep(entries);
    return stopping || due.length < callsAtOnce ? undefined : due.at(-1);
  };

  const readAll = async (): Promise<void> => {
    await deps.writeSummaries();
    let last: DueCall | undefined;
    do {
      const began = performance.now();
      last = await readBatch(last);
      const rest = Promise.withResolvers<void>();
      endRest = rest.resolve;
      if (last !== undefined)
        setTimeout(rest.resolve, (performance.now() - began) * restFactor).unref();
      if (last !== undefined) await rest.promise;
    } while (last !== undefined && !stopping);
  };

  return {
    catchUp: async () => {
      await deps.writeSummaries();
      await readBatch();
    },
    inOrder: words.inOrder,
    missing: () => words.dueCount(),
    change: async (id, change) => {
      await deps.writeSummaries();
      await words.renew([id]);
      await change();
      // Once more: what was read meanwhile may lack the change.
      await words.renew([id]);
      const version = await words.version(id);
      if (version !== undefined) await words.keep(await entryOf({ id, version }));
    },
    work: () => {
      if (stopping) return;
      running ??= readAll()
        .catch(onFailure)
        .finally(() => {
          running = undefined;
        });
    },
    settle: async () => {
      stopping = true;
      endRest?.();
      await running;
    },
  };
}

/** What was said in a call, as far as its public side is kept, and its tags; real values never. */
async function wordsOfCall(
  { remarks }: Pick<WordIndexingDeps, 'remarks'>,
  id: SessionId,
  { turns }: KeptTexts,
): Promise<readonly (readonly string[])[]> {
  // A request may repeat what was said before.
  const said = new Set<string>();
  let left = mostCharacters;
  await mapInSlices(turns, (turn) => {
    const { parts, replies } = publicTurn(turn);
    const texts = [
      ...parts.filter(({ role, part }) => speakers.has(role) && !ofFunction.test(part)),
      ...replies.filter(({ channel }) => !ofFunction.test(channel)),
    ];
    for (const { public: text } of texts) {
      if (said.has(text)) continue;
      left -= text.length;
      if (left >= 0) said.add(text);
    }
  });
  const [{ tags = [] } = {}] = await remarks.of([id]);
  const words = await mapInSlices([...said], saidWords);
  return [...words.flat(), ...tags.map((tag) => [tagWord(tag)])];
}
