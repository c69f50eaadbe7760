import { z } from 'zod';
import type { Problem, Result } from '../domain/fault.ts';
import { Secret } from '../domain/secret.ts';
import { readYaml, schemaProblems } from '../policy/index.ts';
import { httpUrl } from '../shared/setting-schemas.ts';

/** Time limits of a provider in milliseconds, and its maximum of connections (design D46). */
export interface UpstreamLimits {
  /** From the request to the reply's headers. */
  readonly firstByteMs: number;
  /** Longest silence within a reply. */
  readonly stallMs: number;
  /** From the request to the end of a reply that is not streamed. */
  readonly totalMs: number;
  /** Maximum of simultaneous requests for each upstream name. */
  readonly connections: number;
}

/** The target of an upstream name (design D46). */
export type UpstreamTarget =
  | { readonly kind: 'stub' }
  | {
      readonly kind: 'openai';
      /** Without a trailing slash, such as `https://host/v1`. */
      readonly baseUrl: string;
      readonly model: string;
      readonly apiKey: Secret<string> | null;
    }
  /** These variables are not set: calls get `upstream_error`. */
  | { readonly kind: 'unconfigured'; readonly missing: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;

const reference = /\$\{([A-Z][A-Z0-9_]*)(?::-([^}]*))?\}/g;

const openaiSchema = z.strictObject({
  kind: z.literal('openai'),
  base_url: z.string(),
  /** A key in a file would end up in backups, so only the environment may hold it. */
  api_key: z
    .string()
    .regex(
      /^\$\{[A-Z][A-Z0-9_]*(?::-)?\}$/,
      'must name an environment variable in the form of the other fields, and nothing else',
    )
    .optional(),
  model: z.string().min(1),
});

const stubSchema = z.strictObject({ kind: z.literal('stub') });

const schema = z.strictObject({
  upstreams: z.record(
    z.string().regex(/^(?:stub|[a-z0-9-]+:[A-Za-z0-9._-]+)$/),
    z.discriminatedUnion('kind', [stubSchema, openaiSchema]),
  ),
});

/**
 * Upstreams by name from the text of `configs/upstreams.yaml`, with environment variables filled in.
 * Problems name a place in the file or a variable, never a value.
 */
export function decodeUpstreams(
  yaml: string,
  env: Environment,
): Result<ReadonlyMap<string, UpstreamTarget>> {
  const read = readYaml(yaml);
  if (!read.ok) return read;
  const document = read.value;
  const decoded = schema.safeParse(document.value);
  if (!decoded.success) {
    const problems = schemaProblems(decoded.error.issues, { document, fieldNames });
    return { ok: false, problems };
  }
  const targets = new Map<string, UpstreamTarget>();
  const problems: Problem[] = [];
  for (const [name, entry] of Object.entries(decoded.data.upstreams)) {
    const target = entry.kind === 'stub' ? stub : openaiTarget(name, entry, env);
    if (target.ok) targets.set(name, target.value);
    else problems.push(...target.problems.filter((problem) => !isAmong(problems, problem)));
  }
  return problems.length > 0 ? { ok: false, problems } : ok(targets);
}

const stub: Result<UpstreamTarget> = { ok: true, value: { kind: 'stub' } };

function fieldNames(path: readonly PropertyKey[]): readonly string[] {
  return Object.keys((path.length === 0 ? schema : openaiSchema).shape);
}

function openaiTarget(
  name: string,
  entry: z.output<typeof openaiSchema>,
  env: Environment,
): Result<UpstreamTarget> {
  const baseUrl = filled(entry.base_url, env);
  const model = filled(entry.model, env);
  const apiKey = filled(entry.api_key ?? '', env);
  const missing = [...new Set([...baseUrl.missing, ...model.missing, ...apiKey.missing])];
  if (missing.length > 0) return ok({ kind: 'unconfigured', missing });
  const url = httpUrl().safeParse(baseUrl.text);
  if (!url.success) {
    const path = baseUrl.names[0] ?? `upstreams.${name}.base_url`;
    const message = url.error.issues[0]?.message ?? '';
    return { ok: false, problems: [{ path, message }] };
  }
  return ok({
    kind: 'openai',
    baseUrl: url.data,
    model: model.text,
    apiKey: apiKey.text === '' ? null : new Secret(apiKey.text),
  });
}

/** `text` with the values of its variables, the names of these, and the names of the unset ones. */
function filled(text: string, env: Environment) {
  const names: string[] = [];
  const missing: string[] = [];
  const result = text.replace(reference, (_, name: string, fallback?: string) => {
    names.push(name);
    const value = env[name] || fallback;
    if (value === undefined) missing.push(name);
    return value ?? '';
  });
  return { text: result, names, missing };
}

/** Two upstreams often name the same variable. */
function isAmong(problems: readonly Problem[], { path }: Problem): boolean {
  return problems.some((other) => other.path === path);
}

function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}
