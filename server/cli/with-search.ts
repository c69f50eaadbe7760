import { readLanguageModel } from '../adapters/onnx/language-model-file.ts';
import { openNerDetector } from '../adapters/onnx/ner-detector.ts';
import { modelDir } from '../config/data-files.ts';
import type { Policy } from '../domain/policy.ts';
import { createSearch, type Search } from '../pipeline/detection.ts';

/** Runs `work` with the detection of a call. The model is loaded for a policy that uses it, and ends with the work. */
export async function withSearch<T>(
  { passes }: Policy,
  cachedCharacters: number,
  work: (search: Search) => Promise<T>,
): Promise<T> {
  const detector = passes.includes('nermodel') ? await openNerDetector({ modelDir }) : undefined;
  try {
    const languages = await readLanguageModel(modelDir);
    return await work(createSearch({ detector, languages, cachedCharacters }));
  } finally {
    await detector?.close();
  }
}
