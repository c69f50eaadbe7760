import { z } from 'zod';
import type { Speaker } from '../domain/detection.ts';
import type { Result } from '../domain/fault.ts';
import type { SearchText } from '../pipeline/detection.ts';

/** One line of `svc detect --jsonl`: the last text is searched, those before it are its context. */
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

/** Reads one line; unknown fields are left alone, and problems never quote the line. */
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

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
