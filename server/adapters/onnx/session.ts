import { InferenceSession, Tensor } from 'onnxruntime-node';
import { type Batch, batchRows, labelCount } from '../../detect/ner/index.ts';

/** A loaded tagger. Each run takes one thread of its own and leaves the event loop free. */
export interface TaggerSession {
  /** Label probabilities, [tokens, labels] row by row. Rejects when the model does not answer. */
  run(batch: Batch): Promise<Float32Array>;
  close(): Promise<void>;
}

export async function openTaggerSession(model: Uint8Array): Promise<TaggerSession> {
  const session = await InferenceSession.create(model, {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  });
  return {
    run: async (batch) => {
      const { probabilities } = await session.run(feedsOf(batch));
      const data = probabilities?.data;
      if (!(data instanceof Float32Array) || data.length !== batch.tokens * labelCount) {
        throw new Error('the model gave no probabilities');
      }
      return data;
    },
    close: () => session.release(),
  };
}

function feedsOf(batch: Batch): Record<string, Tensor> {
  const { tokens, words } = batch;
  return {
    chars: new Tensor('int64', batch.chars, [words, batchRows.chars]),
    vocabulary: new Tensor('int64', batch.vocabulary, [words]),
    lexicon: new Tensor('float32', batch.lexicon, [words, batchRows.lexicon]),
    entry: new Tensor('int64', batch.entry, [tokens]),
    shape: new Tensor('int64', batch.shape, [tokens]),
    neighbours: new Tensor('int64', batch.neighbours, [batchRows.steps, tokens]),
  };
}
