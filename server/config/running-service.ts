import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson } from '../shared/json.ts';

/** What the service of a data folder was given, for `svc doctor`, which has another environment. No secret. */
const RunningService = z.object({
  /** By configured name; `missing` are the variables that are not set. */
  upstreams: z.record(
    z.string(),
    z.object({ missing: z.array(z.string()).default([]), host: z.string().optional() }),
  ),
});
export type RunningService = z.input<typeof RunningService>;

/** Undefined when the file is not there, or is not one of this version. A service that crashed leaves it. */
export async function readRunningService(
  file: string,
): Promise<z.output<typeof RunningService> | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return RunningService.safeParse(parseJson(text)).data;
}
