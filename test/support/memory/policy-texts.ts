import type { PolicyTexts } from '../../../server/ports/journal.ts';

/** Policy texts that are forgotten when the process ends. */
export function memoryPolicyTexts(): PolicyTexts {
  const texts = new Map<string, string>();
  return {
    keep: async ({ sha256, yaml }) => {
      if (!texts.has(sha256)) texts.set(sha256, yaml);
    },
    find: async (sha256s) => sha256s.map((sha256) => texts.get(sha256)),
  };
}
