import { parentPort, workerData } from 'node:worker_threads';
import type { EverydayWords, TagAnswer, TagRequest } from './ner-detector.ts';
import { openTagger } from './tagger.ts';

/**
 * The model's thread: onnxruntime computes on the thread that asks it, which must not be the one
 * that serves requests. Questions are worked on in turns, one run of the model each. A model that
 * cannot be loaded ends the thread, which the other side takes for a failure.
 */
const port = parentPort;
if (port === null) throw new Error('not a thread');
const tagger = await openTagger((workerData as { modelDir: string }).modelDir);

port.on('message', ({ id, texts, secondReading: left }: TagRequest) => {
  tagger.tag(texts, left).then(
    (found) => port.postMessage({ id, found, left } satisfies TagAnswer),
    (error: unknown) => port.postMessage({ id, error: String(error) } satisfies TagAnswer),
  );
});
port.postMessage({ version: tagger.version });
port.postMessage({ everydayWords: tagger.everydayWords() } satisfies EverydayWords);
