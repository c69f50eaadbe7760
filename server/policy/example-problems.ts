import type { ShownDetection, Span } from '../domain/detection.ts';
import type { Problem } from '../domain/fault.ts';
import type { Action, ActivePolicy, PolicyExample } from '../domain/policy.ts';
import type { PolicyProblemCode } from './policy-schema.ts';
import { readYaml } from './yaml-document.ts';

/** What a policy detects in a text. */
type TryPolicy = (
  active: ActivePolicy,
  text: string,
) => Promise<{ readonly detections: readonly (ShownDetection & { readonly action: Action })[] }>;

type Found = Awaited<ReturnType<TryPolicy>>['detections'];
type Path = readonly (string | number)[];

/**
 * Runs the examples of a policy and says which do not come out, each with line, column and the code
 * `example_failed`. Messages never repeat the document.
 */
export async function exampleProblems(
  active: ActivePolicy,
  tryPolicy: TryPolicy,
): Promise<readonly Problem[]> {
  const failed: { readonly path: Path; readonly message: string }[] = [];
  for (const [index, example] of active.policy.examples.entries()) {
    const { detections } = await tryPolicy(active, example.text);
    const masked = detections.filter(({ action }) => action !== 'passthrough');
    for (const { path, message } of failures(example, masked))
      failed.push({ path: ['examples', index, ...path], message });
  }
  if (failed.length === 0) return [];
  const read = readYaml(active.yaml);
  return failed.map(({ path, message }) => ({
    path: path
      .reduce<string>(
        (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}.${step}`),
        '',
      )
      .slice(1),
    message,
    code: 'example_failed' satisfies PolicyProblemCode,
    ...(read.ok && read.value.locate(path)),
  }));
}

function* failures({ text, masked, kept }: PolicyExample, found: Found) {
  for (const [kind, parts] of Object.entries(masked)) {
    for (const [index, part] of parts.entries()) {
      const instead = placesOf(part, text)
        .map((place) => whatHappens(text, place, found))
        .find((outcome) => outcome !== `is masked as ${kind}`);
      if (instead !== undefined)
        yield {
          path: ['masked', kind, index],
          message: `${instead}, and must be masked as ${kind}`,
        };
    }
  }
  for (const [index, part] of kept.entries()) {
    const instead = placesOf(part, text)
      .map((place) => whatHappens(text, place, found))
      .find((outcome) => outcome !== readable);
    if (instead !== undefined)
      yield { path: ['kept', index], message: `${instead}, and must stay readable` };
  }
}

function placesOf(part: string, text: string): readonly Span[] {
  const places: Span[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length))
    places.push([at, at + part.length]);
  return places;
}

const readable = 'stays readable';

/** Such as `is masked as NAME`. */
function whatHappens(text: string, [start, end]: Span, found: Found): string {
  const near = found.filter((one) => one.start < end && one.end > start);
  if (near.length === 0) return readable;
  let shown = '';
  let done = start;
  for (const one of near) {
    shown += text.slice(done, Math.max(done, one.start));
    done = Math.max(done, one.end);
  }
  shown += text.slice(done, end);
  if (/[\p{L}\p{N}]/u.test(shown)) return 'stays readable in part';
  return `is masked as ${[...new Set(near.map(({ kind }) => kind))].join(' and ')}`;
}
