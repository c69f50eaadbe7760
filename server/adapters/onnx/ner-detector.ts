import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  everydayWordReader,
  type IsEverydayWord,
  type TextInContext,
  turnsInReach,
} from '../../detect/ner/index.ts';
import type { Detection } from '../../domain/detection.ts';
import type { Detector, SecondReading } from '../../ports/detector.ts';

export interface NerDetector extends Detector {
  /** Ends the model's thread; what is under way rejects, and so does what comes after. */
  close(): Promise<void>;
}

export interface TagRequest {
  readonly id: number;
  readonly texts: readonly TextInContext[];
  readonly secondReading: SecondReading;
}

export type TagAnswer =
  | {
      readonly id: number;
      readonly found: readonly (readonly Detection[])[];
      readonly left: SecondReading;
    }
  | { readonly id: number; readonly error: string };

/** Follows the start of the thread. */
export interface EverydayWords {
  readonly everydayWords: string;
}

interface PendingRequest {
  readonly secondReading: SecondReading;
  readonly resolve: (found: readonly (readonly Detection[])[]) => void;
  readonly reject: (error: Error) => void;
}

/** Almost nothing that the thread makes outlives a request; Node would let it grow to 134 MB. */
const workerLimits = { maxYoungGenerationSizeMb: 6 };

/**
 * The model of pass `nermodel`, in a thread of its own so that it never holds up the event loop, from
 * a folder with a `MANIFEST.json` (models/README.md). Resolves when the model is loaded and warm;
 * rejects when a file is missing, changed, or no model. When the thread fails, so does every call
 * from then on (design D6). The library's reports to its maker are switched off.
 */
export async function openNerDetector({ modelDir }: { modelDir: string }): Promise<NerDetector> {
  // Set in this thread it is the process's own; in the worker it would be a copy that the library never sees.
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
  const worker = new Worker(new URL('./tagger-worker.ts', import.meta.url), {
    name: 'model',
    workerData: { modelDir },
    resourceLimits: workerLimits,
  });
  const [{ version }] = (await once(worker, 'message')) as [{ version: string }];
  const waiting = new Map<number, PendingRequest>();
  let failure: Error | undefined;
  let lastId = 0;
  let isEverydayWord: IsEverydayWord = () => false;

  const fail = (error: Error): void => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
    worker.unref();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread of the model has ended')));
  worker.on('message', (answer: TagAnswer | EverydayWords) => {
    if ('everydayWords' in answer) {
      isEverydayWord = everydayWordReader(answer.everydayWords);
      return;
    }
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker.unref();
    if (call === undefined) return;
    if ('error' in answer) {
      call.reject(new Error(answer.error));
      return;
    }
    call.secondReading.pieces = answer.left.pieces;
    call.resolve(answer.found);
  });
  // An idle model keeps no process alive.
  worker.unref();

  return {
    version,
    isEverydayWord: (word) => isEverydayWord(word),
    detect: async (inputs, secondReading = unlimited()) => {
      if (failure !== undefined) throw failure;
      if (inputs.length === 0) return [];
      const { promise, resolve, reject } =
        Promise.withResolvers<readonly (readonly Detection[])[]>();
      lastId += 1;
      waiting.set(lastId, { resolve, reject, secondReading });
      worker.ref();
      const texts = inputs.map(withoutShadow);
      worker.postMessage({ id: lastId, texts, secondReading } satisfies TagRequest);
      return promise;
    },
    close: async () => {
      fail(new Error('the model is closed'));
      await worker.terminate();
    },
  };
}

/** For questions that share no budget. */
const unlimited = (): SecondReading => ({ pieces: Number.POSITIVE_INFINITY });

/** What the thread needs of an input; shadows are costly to make and to copy. */
function withoutShadow({ utterance: { speaker, text }, before }: TextInContext): TextInContext {
  return { utterance: { speaker, text }, before: turnsInReach(before) };
}
