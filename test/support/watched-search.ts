import { type CachedSearch, createSearch } from '../../server/pipeline/detection.ts';

/** A search and the texts that its model was asked about, in which that finds nothing. */
export function watchedSearch(isEverydayWord?: (word: string) => boolean): {
  readonly asked: string[];
  readonly search: CachedSearch;
} {
  const asked: string[] = [];
  const search = createSearch({
    detector: {
      version: 'none',
      ...(isEverydayWord && { isEverydayWord }),
      detect: async (inputs) => {
        asked.push(...inputs.map(({ utterance }) => utterance.text));
        return inputs.map(() => []);
      },
    },
  });
  return { asked, search };
}
