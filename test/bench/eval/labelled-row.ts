import { z } from 'zod';

const spanSchema = z.object({
  start: z.int().nonnegative(),
  end: z.int().positive(),
  kind: z.string(),
  kind9: z.string().nullable(),
  orig: z.string().optional(),
});

const rowSchema = z.object({
  id: z.string(),
  text: z.string(),
  spans: z.array(spanSchema),
  dialog_id: z.string().optional(),
  turn: z.int().optional(),
  speaker: z.string().optional(),
  recogniser: z.string().optional(),
});

/** A labelled text; offsets are UTF-16 code units, half-open. Shape of one JSON line of a set. */
export type LabelledRow = z.infer<typeof rowSchema>;

/** A labelled set: its file name without `.jsonl`, and its rows in file order. */
export interface LabelledSet {
  readonly name: string;
  readonly rows: readonly LabelledRow[];
}

/** Decodes one JSON-lines document. Throws on a malformed line, naming the line but not its text. */
export function decodeRows(jsonl: string): LabelledRow[] {
  return jsonl
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => {
      const decoded = rowSchema.safeParse(JSON.parse(line));
      if (!decoded.success) throw new Error(`line ${number} is not a labelled row`);
      return decoded.data;
    });
}
