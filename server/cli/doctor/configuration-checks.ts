import { readFile } from 'node:fs/promises';
import { readLanguageModel } from '../../adapters/onnx/language-model-file.ts';
import { readModelFiles } from '../../adapters/onnx/model-files.ts';
import { endpointOf } from '../../adapters/upstream-http/endpoint.ts';
import type { Config } from '../../config/config.ts';
import { modelDir } from '../../config/data-files.ts';
import { decodeUpstreams, type UpstreamTarget } from '../../config/upstreams.ts';
import { type Check, fail, ok, warn } from './check.ts';

const answerMs = 5_000;

/** Model files and upstream providers. Only with `network` it contacts the providers. */
export async function configurationChecks(
  { upstreamsPath }: Config,
  network: boolean,
): Promise<readonly Check[]> {
  const files = [readModelFiles(modelDir), readLanguageModel(modelDir)] as const;
  const model = await Promise.all(files).then(
    ([{ version }]) => ok('model', version),
    () =>
      fail('model', `files of ${modelDir} are missing, or differ from its manifest`, 'reinstall'),
  );
  const targets = decodeUpstreams(await readFile(upstreamsPath, 'utf8'), process.env);
  if (!targets.ok) {
    const [problem] = targets.problems;
    return [
      model,
      fail('upstream', `${problem?.path} ${problem?.message}`, `correct ${problem?.path}`),
    ];
  }
  const checks = [...targets.value].map(([name, target]) => upstreamCheck(name, target, network));
  return [model, ...(await Promise.all(checks))];
}

async function upstreamCheck(
  upstream: string,
  target: UpstreamTarget,
  network: boolean,
): Promise<Check> {
  const name = `upstream ${upstream}`;
  if (target.kind === 'stub') return ok(name, 'built in');
  if (target.kind === 'unconfigured') {
    const missing = target.missing.join(', ');
    return warn(name, `needs ${missing}`, `set ${missing}, or use it in no agent`);
  }
  if (!network) return ok(name, `${target.kind}, ${target.baseUrl} (--network tries to reach it)`);
  // Any answer proves that it was reached. The key is not sent, because the host may be wrong.
  const reached = await fetch(endpointOf(target).modelsUrl, {
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
  }).then(
    ({ status }) => status,
    () => undefined,
  );
  return reached === undefined
    ? fail(name, `${target.baseUrl} does not answer`, 'check the address, DNS, proxy and firewall')
    : ok(name, `${target.baseUrl} answers (status ${reached})`);
}
