/** Longest line that is waited for, in characters; what is beyond is dropped. */
const longestLine = 16_384;

/**
 * Cuts what a tool writes into lines, however the pieces arrive. A line without an end is given out
 * by `end`.
 */
export function createLineSplitter(onLine: (line: string) => void): {
  write(piece: string): void;
  end(): void;
} {
  let rest = '';
  return {
    write: (piece) => {
      const lines = (rest + piece).split(/\r?\n/);
      rest = (lines.pop() ?? '').slice(0, longestLine);
      for (const line of lines) onLine(line);
    },
    end: () => {
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}
