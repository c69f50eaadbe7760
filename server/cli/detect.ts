import { z } from 'zod';
import { readConfig } from '../config/config.ts';
import { supportedKinds } from '../detect/index.ts';
import { type Speaker, shownDetection } from '../domain/detection.ts';
import type { Result } from '../domain/fault.ts';
import type { ActivePolicy } from '../domain/policy.ts';
import type { Search, SearchText } from '../pipeline/detection.ts';
import { createPlayground } from '../pipeline/policy-playground.ts';
import { decodePolicy } from '../policy/index.ts';
import { type ExitCode, exit } from '../shared/exit-codes.ts';
import { parseJson } from '../shared/json.ts';
import { linesOf, openInput, readText } from './input.ts';
import {
  CommandFailed,
  failWithProblems,
  orReport,
  printError,
  printLine,
  problemLine,
} from './output.ts';
import type { Terminal } from './terminal.ts';
import { withSearch } from './with-search.ts';

/** One row of `svc detect --jsonl`: the last text is searched, the others are its context. */
export interface DetectRow {
  readonly id: string | number;
  readonly texts: readonly SearchText[];
}

const speakers = {
  user: 'user',
  assistant: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'tool',
  function: 'tool',
} as const satisfies Record<string, Speaker>;

const expectedRow = 'must be {"id", "text"} or {"id", "messages": [{"role", "content"}, …]}';

const rowId = z.union([z.string(), z.number()]);

const rowSchema = z.union([
  z.object({ id: rowId, text: z.string() }),
  z.object({
    id: rowId,
    messages: z
      .array(
        z.object({
          role: z.enum(Object.keys(speakers) as (keyof typeof speakers)[]),
          content: z.string(),
        }),
      )
      .min(1),
  }),
]);

/** Reads one row and ignores unknown fields. Problems never quote the row. */
export function decodeDetectRow(line: string): Result<DetectRow> {
  const decoded = rowSchema.safeParse(parseJson(line));
  if (!decoded.success) return { ok: false, problems: [{ path: '', message: expectedRow }] };
  const row = decoded.data;
  const texts =
    'text' in row
      ? [{ text: row.text, speaker: 'user' as const, place: 'turn' as const }]
      : row.messages.map(({ role, content }) => ({
          text: content,
          speaker: speakers[role],
          place: 'turn' as const,
        }));
  return { ok: true, value: { id: row.id, texts } };
}

interface DetectOptions {
  readonly jsonl?: string;
  readonly policy?: string;
  /** Prints what a model would receive, in place of positions. */
  readonly masked?: true;
}

/** Enough for the texts that neighbouring rows share. */
const cachedCharacters = 200_000;

interface DetectWork {
  readonly terminal: Terminal;
  readonly search: Search;
  readonly policy: ActivePolicy;
  readonly masked: boolean;
}

/**
 * `svc detect`: detections as JSON lines on standard output, never text; with `--masked` the lines with
 * placeholders in place of what a policy hides. It reads no faster than the reader of its output.
 */
export async function detect(
  terminal: Terminal,
  files: readonly string[],
  options: DetectOptions,
): Promise<ExitCode> {
  if (options.jsonl !== undefined && files.length > 0) {
    throw new CommandFailed(exit.usage, 'svc: give --jsonl or text files, not both');
  }
  if (options.jsonl !== undefined && options.masked === true) {
    throw new CommandFailed(exit.usage, 'svc: --masked reads lines of text, not --jsonl');
  }
  const policy = await loadPolicy(terminal, options.policy);
  return await withSearch(policy.policy, cachedCharacters, async (search) => {
    const work = { terminal, search, policy, masked: options.masked === true };
    return options.jsonl === undefined
      ? await detectFiles(files.length > 0 ? files : ['-'], work)
      : await detectRows(options.jsonl, work);
  });
}

async function detectFiles(files: readonly string[], work: DetectWork): Promise<ExitCode> {
  let code: ExitCode = exit.ok;
  for (const file of files) {
    if ((await orReport(work.terminal, detectLines(file, work))) === undefined) code = exit.noInput;
  }
  return code;
}

/** The given policy, else the configured one. */
export async function loadPolicy(
  terminal: Terminal,
  given: string | undefined,
): Promise<ActivePolicy> {
  const file = given ?? configuredPolicy(terminal);
  // This makes no tokens, so it needs no keys.
  const result = decodePolicy(await readText(file), { kids: { has: () => true }, supportedKinds });
  return result.ok ? result.value : failWithProblems(result.problems, file);
}

function configuredPolicy({ env }: Terminal): string {
  const config = readConfig(env);
  return config.ok ? config.value.policyPath : failWithProblems(config.problems, 'environment');
}

/** One result per line of text, without context: `{"file","line","detections"}`. */
async function detectLines(file: string, work: DetectWork): Promise<true> {
  const { terminal } = work;
  const input = await openInput(terminal, file);
  const named = file === '-' ? {} : { file };
  const mask = createPlayground(work.search);
  for await (const { number, text } of linesOf(input)) {
    if (work.masked) {
      await printLine(terminal, (await mask(work.policy, text)).maskedText);
      continue;
    }
    const detections = await detectionsOf([{ text, speaker: 'user', place: 'turn' }], work);
    await printLine(terminal, JSON.stringify({ ...named, line: number, detections }));
  }
  return true;
}

/** One result per row: `{"id","detections"}`. Prints an error for a bad row and continues. */
async function detectRows(file: string, work: DetectWork): Promise<ExitCode> {
  const { terminal } = work;
  const input = await openInput(terminal, file);
  let code: ExitCode = exit.ok;
  for await (const { number, text } of linesOf(input)) {
    if (text.trim() === '') continue;
    const row = decodeDetectRow(text);
    if (row.ok) {
      const detections = await detectionsOf(row.value.texts, work);
      await printLine(terminal, JSON.stringify({ id: row.value.id, detections }));
    } else {
      for (const problem of row.problems)
        printError(terminal, problemLine(`${file}:${number}`, problem));
      code = exit.badData;
    }
  }
  return code;
}

/** Detections in the last text; the others are its context. */
async function detectionsOf(texts: readonly SearchText[], { search, policy }: DetectWork) {
  const { texts: searched } = await search(policy, texts);
  return (searched.at(-1)?.findings ?? []).map(shownDetection);
}
