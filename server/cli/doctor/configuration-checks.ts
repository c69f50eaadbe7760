import { readFile } from 'node:fs/promises';
import { readLanguageModel } from '../../adapters/onnx/language-model-file.ts';
import { readModelFiles } from '../../adapters/onnx/model-files.ts';
import { endpointOf } from '../../adapters/upstream-http/endpoint.ts';
import type { Config } from '../../config/config.ts';
import { dataFiles, modelDir } from '../../config/data-files.ts';
import { readRunningService } from '../../config/running-service.ts';
import { decodeUpstreams, type UpstreamTarget } from '../../config/upstreams.ts';
import type { Terminal } from '../terminal.ts';
import { type Check, fail, ok, warn } from './check.ts';
import { isLocked } from './machine-checks.ts';

const answerMs = 5_000;

/** Model files and upstream providers. Only with `network` it contacts the providers. */
export async function configurationChecks(
  { env }: Terminal,
  config: Config,
  network: boolean,
): Promise<readonly Check[]> {
  const files = [readModelFiles(modelDir), readLanguageModel(modelDir)] as const;
  const model = await Promise.all(files).then(
    ([{ version }]) => ok('model', version),
    () =>
      fail('model', `files of ${modelDir} are missing, or differ from its manifest`, 'reinstall'),
  );
  const running = (await isLocked(config))
    ? await readRunningService(dataFiles(config.dataDir).running)
    : undefined;
  const targets = decodeUpstreams(await readFile(config.upstreamsPath, 'utf8'), env);
  if (!targets.ok) {
    const [problem] = targets.problems;
    return [
      model,
      fail('upstream', `${problem?.path} ${problem?.message}`, `correct ${problem?.path}`),
    ];
  }
  const checks = [...targets.value].map(([name, target]) => {
    const given = running?.upstreams[name];
    return given === undefined
      ? upstreamCheck(name, target, network)
      : givenCheck(name, target, { ...given, network });
  });
  return [model, ...(await Promise.all(checks))];
}

/** What the running service was given: it read another environment, and maybe another file. */
async function givenCheck(
  upstream: string,
  target: UpstreamTarget,
  {
    missing,
    host,
    network,
  }: { readonly missing: readonly string[]; readonly host?: string | undefined; network: boolean },
): Promise<Check> {
  if (missing.length > 0)
    return upstreamCheck(upstream, { kind: 'unconfigured', missing }, network);
  const isOwn = target.kind !== 'unconfigured' && target.kind !== 'stub';
  if (host === undefined || (isOwn && network)) return upstreamCheck(upstream, target, network);
  return ok(`upstream ${upstream}`, `the running service has ${host}`);
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
  const reached = await fetch(endpointOf(target, process.env).test.url, {
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
