import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  canonicalJson,
  type ExportAnchor,
  exportVerifier,
  parseExportFooter,
  parseExportHeader,
} from '../../server/journal/index.ts';

/** What a verifier says of an export, in a form in which two can be compared. */
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

/** The verifier in another language, in a process of its own; rejects where there is no python3. */
export async function secondVerdict(
  lines: readonly string[],
  anchors: readonly ExportAnchor[] = [],
): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-export-'));
  const file = join(folder, 'export.jsonl');
  await writeFile(file, `${lines.join('\n')}\n`);
  const notes = anchors.map((_, at) => join(folder, `anchor-${at}`));
  for (const [at, { note }] of anchors.entries()) await writeFile(notes[at] ?? '', note);
  return await new Promise((resolve, reject) => {
    execFile('python3', [program, file, ...notes], (error, out, err) => {
      if (out !== '') resolve(sorted(JSON.parse(out) as Parameters<typeof sorted>[0]));
      else reject(error?.code === 'ENOENT' ? new Error('this test needs python3') : new Error(err));
    });
  });
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
