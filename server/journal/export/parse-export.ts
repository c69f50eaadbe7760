import { z } from 'zod';
import { exportFormat, parseCanonicalLine } from './export-format.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().min(0);
const format = z.literal(exportFormat);

const headerSchema = z.union([
  z.strictObject({
    export: format,
    origin: z.string(),
    /** Ed25519, 32 bytes in hex. */
    public_key: hash,
    /** What is before this record is not in the file. */
    first_seq: size,
    /** `curr_hash` of the record before. */
    prev_hash: hash,
    /** Roots of the complete subtrees over the records before, largest first. */
    peaks: z.array(hash),
  }),
  z.strictObject({
    export: format,
    origin: z.string(),
    public_key: hash,
    session_id: z.string(),
  }),
]);

const footerSchema = z.union([
  z.strictObject({
    end: format,
    /** Records of the journal, those before `first_seq` included. */
    size,
    head_hash: hash,
    /** Signed for this export, over all `size` records. */
    checkpoint: z.string(),
    /** Those kept with the journal from `first_seq` on. */
    checkpoints: z.array(z.strictObject({ size, note: z.string(), voided_by: size.optional() })),
  }),
  z.strictObject({
    end: format,
    /** Records of the whole journal, under which `checkpoint` stands. */
    size,
    checkpoint: z.string(),
    /** Over the leaves of the session (design D21). */
    merkle_root_hex: hash,
    /** For each record in the file its audit path in the tree of the whole journal. */
    proofs: z.array(z.array(hash)),
  }),
]);

export type ExportHeader = z.output<typeof headerSchema>;
export type JournalHeader = Extract<ExportHeader, { first_seq: number }>;
export type SessionHeader = Extract<ExportHeader, { session_id: string }>;
export type ExportFooter = z.output<typeof footerSchema>;
export type JournalFooter = Extract<ExportFooter, { head_hash: string }>;
export type SessionFooter = Extract<ExportFooter, { proofs: unknown }>;

/** The first line of an export; undefined for anything else. */
export function parseExportHeader(line: string): ExportHeader | undefined {
  return headerSchema.safeParse(parseCanonicalLine(line)).data;
}

/** The last line of an export; undefined for anything else. */
export function parseExportFooter(line: string): ExportFooter | undefined {
  return footerSchema.safeParse(parseCanonicalLine(line)).data;
}
