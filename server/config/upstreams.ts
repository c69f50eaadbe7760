import { z } from 'zod';
import type { Problem, Result } from '../domain/fault.ts';
import { Secret } from '../domain/secret.ts';
import { readYaml, schemaProblems } from '../policy/index.ts';
import { httpUrl, ownNetworkUrl, providerKinds } from '../shared/setting-schemas.ts';

/** Time limits of a provider in milliseconds, and its maximum of connections (design D46). */
export interface UpstreamLimits {
  /** Longest wait for a connection. */
  readonly connectMs: number;
  /** From the request to the reply's headers. */
  readonly firstByteMs: number;
  /** Longest silence within a reply. */
  readonly stallMs: number;
  /** From the request to the end of a reply that is not streamed. */
  readonly totalMs: number;
  /** Maximum of simultaneous requests for each upstream name. */
  readonly connections: number;
}

/** A model at a provider. */
export interface ProviderTarget {
  readonly kind: (typeof providerKinds)[number];
  /** Without a trailing slash, such as `https://host/v1`. */
  readonly baseUrl: string;
  /** What the provider calls the model; at Azure, the deployment. */
  readonly model: string;
  readonly apiKey: Secret<string> | null;
  /** Azure's `api-version`. */
  readonly apiVersion: string;
  /** Name of the upstream that gets a turn which this one does not answer (decision 0109). */
  readonly fallback?: string;
  /** It is connected to at addresses of the clinic's own network alone (decision 0191). */
  readonly ownNetwork?: true;
}

/** The target of an upstream name (design D46). */
export type UpstreamTarget =
  | { readonly kind: 'stub' }
  | ProviderTarget
  /** These variables are not set: calls get `upstream_error`. */
  | { readonly kind: 'unconfigured'; readonly missing: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;

const reference = /\$\{([A-Z][A-Z0-9_]*)(?::-([^}]*))?\}/g;

const providerSchema = z.strictObject({
  kind: z.enum(providerKinds),
  /** An upstream whose address is empty is left out. */
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
  api_version: z.string().optional(),
  fallback: z.string().optional(),
  network: z.literal('own').optional(),
});

const stubSchema = z.strictObject({ kind: z.literal('stub') });

const schema = z.strictObject({
  upstreams: z.record(
    z.string().regex(/^(?:stub|[a-z0-9-]+:[A-Za-z0-9._-]+)$/),
    z.discriminatedUnion('kind', [stubSchema, providerSchema]),
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
  const { value, variables } = withKinds(document.value, env);
  const decoded = schema.safeParse(value);
  if (!decoded.success) {
    const found = schemaProblems(decoded.error.issues, { document, fieldNames });
    const named = found.map((problem) => ({
      ...problem,
      path: variables.get(problem.path) ?? problem.path,
    }));
    return { ok: false, problems: named.filter((one, at) => !isAmong(named.slice(0, at), one)) };
  }
  const targets = new Map<string, UpstreamTarget>();
  const problems: Problem[] = [];
  for (const [name, entry] of Object.entries(decoded.data.upstreams)) {
    const target = entry.kind === 'stub' ? stub : providerTarget(name, entry, env);
    if (target?.ok === true) targets.set(name, target.value);
    else if (target !== undefined)
      problems.push(...target.problems.filter((problem) => !isAmong(problems, problem)));
  }
  problems.push(...fallbackProblems(decoded.data.upstreams));
  return problems.length > 0 ? { ok: false, problems } : ok(withFallbacks(targets));
}

type Entries = z.output<typeof schema>['upstreams'];

function fallbackProblems(entries: Entries): readonly Problem[] {
  const isProvider = (name: string) => (entries[name]?.kind ?? 'stub') !== 'stub';
  return Object.entries(entries).flatMap(([name, entry]) =>
    entry.kind === 'stub' ||
    entry.fallback === undefined ||
    (isProvider(entry.fallback) && entry.fallback !== name)
      ? []
      : [
          {
            path: `upstreams.${name}.fallback`,
            message: 'must name another provider of this file',
          },
        ],
  );
}

/** Without those that have no address. */
function withFallbacks(targets: ReadonlyMap<string, UpstreamTarget>) {
  const connected = [...targets].map(([name, target]) => {
    if (!('fallback' in target) || targets.has(target.fallback ?? ''))
      return [name, target] as const;
    const { fallback: _, ...alone } = target;
    return [name, alone] as const;
  });
  return new Map<string, UpstreamTarget>(connected);
}

const stub: Result<UpstreamTarget> = { ok: true, value: { kind: 'stub' } };

/** The document with its kinds filled in, and the variables that gave them, by their path. */
function withKinds(document: unknown, env: Environment) {
  const variables = new Map<string, string>();
  const fill = (name: string, entry: unknown): unknown => {
    if (!isRecord(entry) || typeof entry['kind'] !== 'string') return entry;
    const { text, names } = filled(entry['kind'], env);
    if (names[0] !== undefined) variables.set(`upstreams.${name}.kind`, names[0]);
    return { ...entry, kind: text };
  };
  const entries = isRecord(document) ? document['upstreams'] : undefined;
  if (!isRecord(document) || !isRecord(entries)) return { value: document, variables };
  const upstreams = Object.entries(entries).map(([name, entry]) => [name, fill(name, entry)]);
  return { value: { ...document, upstreams: Object.fromEntries(upstreams) }, variables };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldNames(path: readonly PropertyKey[]): readonly string[] {
  return Object.keys((path.length === 0 ? schema : providerSchema).shape);
}

/** Azure's API version that is generally available. */
const azureVersion = '2024-10-21';

/** Undefined for an upstream whose address is empty. */
function providerTarget(
  name: string,
  entry: z.output<typeof providerSchema>,
  env: Environment,
): Result<UpstreamTarget> | undefined {
  const baseUrl = filled(entry.base_url, env);
  const model = filled(entry.model, env);
  const apiKey = filled(entry.api_key ?? '', env);
  const missing = [...new Set([...baseUrl.missing, ...model.missing, ...apiKey.missing])];
  if (baseUrl.text === '' && baseUrl.missing.length === 0) return undefined;
  if (missing.length > 0) return ok({ kind: 'unconfigured', missing });
  const url = addressOf(name, entry, baseUrl);
  if (!url.ok) return url;
  return ok({
    kind: entry.kind,
    baseUrl: url.value,
    model: model.text,
    apiKey: apiKey.text === '' ? null : new Secret(apiKey.text),
    apiVersion: filled(entry.api_version ?? '', env).text || azureVersion,
    ...(entry.fallback !== undefined && { fallback: entry.fallback }),
    ...(entry.network === 'own' && { ownNetwork: true }),
  });
}

/** Where a provider is, or why it cannot be there. */
function addressOf(
  name: string,
  { network }: z.output<typeof providerSchema>,
  { text, names }: ReturnType<typeof filled>,
): Result<string> {
  const path = names[0] ?? `upstreams.${name}.base_url`;
  const url = (network === 'own' ? ownNetworkUrl() : httpUrl()).safeParse(text);
  if (url.success) return ok(url.data);
  return { ok: false, problems: [{ path, message: url.error.issues[0]?.message ?? '' }] };
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
