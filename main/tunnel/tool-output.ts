/** A tool's last lines without secrets, to find out what is wrong. */
export interface ToolOutput {
  add(line: string): void;
  lines(): readonly string[];
}

const mostLines = 40;
const longestLine = 400;
/** Tokens that a tool may print although the app did not pass them, such as a JWT. */
const tokenLike = /\beyJ[\w-]{16,}[\w.=-]*/g;
/** Debug output of `ssh -v`. */
const debugLine = /^debug\d:/;

/** `secrets` are the values that no line may show. */
export function createToolOutput(secrets: readonly string[]): ToolOutput {
  const kept: string[] = [];
  const redacted = (line: string): string =>
    secrets
      .reduce((text, secret) => text.replaceAll(secret, '[secret]'), line)
      .replace(tokenLike, '[secret]');
  return {
    add: (line) => {
      const text = redacted(line.trim()).slice(0, longestLine);
      if (text === '' || debugLine.test(text)) return;
      kept.push(text);
      if (kept.length > mostLines) kept.shift();
    },
    lines: () => [...kept],
  };
}
