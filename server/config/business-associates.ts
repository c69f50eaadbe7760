import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Result } from '../domain/fault.ts';
import type { BusinessAssociate } from '../domain/settings/business-associate.ts';
import { readYaml, schemaProblems } from '../policy/index.ts';
import { readConfigFile } from './read-config-file.ts';

const day = z.iso.date('must be a day such as "2026-01-31", in quotes or not');

const associateSchema = z
  .strictObject({
    name: z.string().min(1).max(128),
    role: z.enum(['voice_platform', 'model_provider', 'hosting', 'other']),
    upstreams: z.array(z.string()).default([]),
    agreement: z.enum(['signed', 'none', 'unknown']).default('unknown'),
    signed_on: day.optional(),
    expires_on: day.optional(),
    reference: z.string().max(256).optional(),
  })
  .refine((associate) => associate.agreement === 'signed' || associate.expires_on === undefined, {
    path: ['expires_on'],
    message: 'only a signed agreement expires',
  });

const schema = z.strictObject({ business_associates: z.array(associateSchema) });

const fileName = 'business_associates.yaml';

/** The parties in the folder of `shippedBeside`, any file of `configs/`; none without the file. */
export async function loadBusinessAssociates(
  shippedBeside: string,
): Promise<Result<readonly BusinessAssociate[]>> {
  const path = join(dirname(shippedBeside), fileName);
  if (!existsSync(path)) return { ok: true, value: [] };
  const file = await readConfigFile(path);
  return file.ok ? inFile(path, decodeBusinessAssociates(file.value.toString())) : file;
}

function inFile<T>(path: string, result: Result<T>): Result<T> {
  if (result.ok) return result;
  return {
    ok: false,
    problems: result.problems.map((problem) => ({ ...problem, path: `${path}: ${problem.path}` })),
  };
}

/**
 * The parties of `configs/business_associates.yaml` (design D32). Problems carry line and column;
 * a missing field is unknown, never assumed.
 */
export function decodeBusinessAssociates(yaml: string): Result<readonly BusinessAssociate[]> {
  const read = readYaml(yaml);
  if (!read.ok) return read;
  const decoded = schema.safeParse(read.value.value);
  if (!decoded.success) {
    const problems = schemaProblems(decoded.error.issues, { document: read.value, fieldNames });
    return { ok: false, problems };
  }
  return { ok: true, value: decoded.data.business_associates.map(associateOf) };
}

function fieldNames(path: readonly PropertyKey[]): readonly string[] {
  return Object.keys((path.length === 0 ? schema : associateSchema).shape);
}

function associateOf(entry: z.output<typeof associateSchema>): BusinessAssociate {
  const { name, role, upstreams, agreement, signed_on, expires_on, reference } = entry;
  return {
    name,
    role,
    upstreams,
    agreement,
    ...(signed_on === undefined ? {} : { signedOn: signed_on }),
    ...(expires_on === undefined ? {} : { expiresOn: expires_on }),
    ...(reference === undefined ? {} : { reference }),
  };
}
