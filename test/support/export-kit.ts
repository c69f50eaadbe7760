import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseExportFooter, parseExportHeader } from '../../server/journal/export/parse-export.ts';
import { canonicalJson, type ExportAnchor, exportVerifier } from '../../server/journal/index.ts';

/** What a verifier says about an export, in a form that can be compared. */
export interface Verdict {
  readonly ok: boolean;
  /** `seq rule`, each once, in order of `seq`. */
  readonly breaks: readonly string[];
}

const program = join(import.meta.dirname, 'verify_export.py');

/** The product's verifier. */
export function verdictOf(
  lines: readonly string[],
  anchors: readonly ExportAnchor[] = [],
): Verdict {
  const header = parseExportHeader(lines[0] ?? '');
  if (header === undefined) throw new Error('no header');
  const footer = parseExportFooter(lines.at(-1) ?? '');
  const verifier = exportVerifier(header, footer, anchors);
  for (const line of lines.slice(1, footer === undefined ? undefined : -1)) verifier.add(line);
  return sorted(verifier.finish());
}

/** The verifier in another language, in a process of its own. */
export interface SecondVerifier {
  verdict(lines: readonly string[], anchors?: readonly ExportAnchor[]): Promise<Verdict>;
  close(): void;
}

/** Rejects each verdict where there is no python3: a verifier that is not there must be missed. */
export function startSecondVerifier(): SecondVerifier {
  const child = spawn('python3', [program, '-'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', () => reject(new Error('this test needs python3')));
    child.once('exit', (code) => reject(new Error(`the second verifier ended with ${code}`)));
  });
  failed.catch(() => undefined);
  child.stdin.on('error', () => undefined);
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async verdict(lines, anchors = []) {
      const notes = anchors.map(({ note }) => note);
      child.stdin.write(`${JSON.stringify({ lines, anchors: notes })}\n`);
      const { value, done } = await Promise.race([answers.next(), failed]);
      if (done === true) return await failed;
      return sorted(JSON.parse(value) as Parameters<typeof sorted>[0]);
    },
    close: () => child.stdin.end(),
  };
}

/** A line with one field changed, in canonical form as before. */
export function changed(line: string, change: Readonly<Record<string, unknown>>): string {
  const value = JSON.parse(line) as Record<string, unknown>;
  return canonicalJson({ ...value, ...change });
}

function sorted(found: {
  readonly ok: boolean;
  readonly breaks: readonly { readonly seq: number; readonly rule: string }[];
}): Verdict {
  const breaks = found.breaks.map(({ seq, rule }) => `${seq} ${rule}`);
  const order = (a: string, b: string) => Number.parseInt(a, 10) - Number.parseInt(b, 10);
  return {
    ok: found.ok,
    breaks: [...new Set(breaks)].sort((a, b) => order(a, b) || (a < b ? -1 : 1)),
  };
}
