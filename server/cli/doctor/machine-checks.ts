import { createPrivateKey, X509Certificate } from 'node:crypto';
import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { lockFolder } from '../../adapters/system/folder-lock.ts';
import { type Config, listenUrl } from '../../config/config.ts';
import { dataFiles } from '../../config/data-files.ts';
import { Health } from '../../contract/system.ts';
import { otherOwnerOf, runAsAdvice } from '../local-data.ts';
import { type Check, fail, ok, warn } from './check.ts';

const mebibyte = 1024 * 1024;
const fewMebibytes = 200;
const someMebibytes = 2048;
const soonDays = 30;
const dayMs = 86_400_000;
const answerMs = 2_000;
const groupAndOthers = 0o077;

/** Node, folder, disk, port and certificate. */
export async function machineChecks(config: Config): Promise<readonly Check[]> {
  return [
    ok('node', `${process.version}, Node-API ${process.versions['napi']}`),
    await folderCheck(config),
    await diskCheck(config),
    await serviceCheck(config),
    ...(config.tls === null ? [] : [await tlsCheck(config.tls)]),
  ];
}

async function folderCheck({ dataDir }: Config): Promise<Check> {
  const name = 'data folder';
  const there = await stat(dataDir).catch(() => undefined);
  const nearest = await nearestFolder(dataDir);
  const owner = otherOwnerOf(dataDir);
  if (there !== undefined && owner !== undefined) {
    return fail(name, `${dataDir} belongs to the user with id ${owner}`, runAsAdvice(owner));
  }
  const writable = await access(nearest, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!writable || there?.isDirectory() === false) {
    return fail(
      name,
      `${nearest} cannot be written`,
      "set SVC_DATA_DIR to a folder of the service's user",
    );
  }
  if (there === undefined) return ok(name, `${dataDir} does not exist; the first start creates it`);
  if (process.platform !== 'win32' && (there.mode & groupAndOthers) !== 0) {
    return warn(name, `${dataDir} can be read by other users`, `chmod 700 ${dataDir}`);
  }
  return ok(name, dataDir);
}

async function diskCheck({ dataDir }: Config): Promise<Check> {
  const name = 'disk space';
  const { bavail, bsize } = await statfs(await nearestFolder(dataDir));
  const free = Math.floor((bavail * bsize) / mebibyte);
  const message = `${free} MiB free`;
  const remedy = 'free some space: without it the service refuses calls';
  if (free < fewMebibytes) return fail(name, message, remedy);
  return free < someMebibytes ? warn(name, message, remedy) : ok(name, message);
}

/** The folder, or the nearest existing folder above it. */
async function nearestFolder(path: string): Promise<string> {
  const there = await stat(path).catch(() => undefined);
  return there === undefined && dirname(path) !== path ? nearestFolder(dirname(path)) : path;
}

/** The health of the running service, or whether it could listen. */
async function serviceCheck(config: Config): Promise<Check> {
  const name = 'service';
  const url = listenUrl(config, config.port);
  const health = config.port === 0 ? undefined : await healthAt(url);
  if (health?.status === 'ok') return ok(name, `healthy at ${url}, version ${health.version}`);
  if (health !== undefined) {
    const reasons = health.reasons?.join('; ') ?? 'unavailable';
    return fail(
      name,
      `${url} serves no calls: ${reasons}`,
      'see the checks below and the log of the service',
    );
  }
  const inUse = await listenError(config);
  if (inUse === undefined) return ok(name, `not running; ${config.host}:${config.port} is free`);
  if (await isLocked(config)) return ok(name, 'running, but its health cannot be read from here');
  return fail(
    name,
    `cannot listen on ${config.host}:${config.port} (${inUse})`,
    'stop the other program, or set SVC_PORT or SVC_HOST',
  );
}

async function healthAt(url: string): Promise<Health | undefined> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(answerMs) });
    return Health.safeParse(await answer.json()).data;
  } catch {
    return undefined;
  }
}

function listenError({ host, port }: Config): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}

/** Whether a service uses the data folder now. */
export async function isLocked({ dataDir }: Config): Promise<boolean> {
  const { lock } = dataFiles(dataDir);
  if ((await stat(lock).catch(() => undefined)) === undefined) return false;
  const taken = lockFolder(lock);
  taken?.release();
  return taken === undefined;
}

async function tlsCheck({ certPath, keyPath }: NonNullable<Config['tls']>): Promise<Check> {
  const name = 'TLS';
  try {
    const cert = new X509Certificate(await readFile(certPath));
    const key = createPrivateKey(await readFile(keyPath));
    if (!cert.checkPrivateKey(key)) {
      return fail(
        name,
        'the key does not belong to the certificate',
        'set SVC_TLS_CERT and SVC_TLS_KEY',
      );
    }
    const days = Math.floor((cert.validToDate.getTime() - Date.now()) / dayMs);
    const message = `${certPath} is valid until ${cert.validToDate.toISOString()}`;
    if (days < 0) return fail(name, `${certPath} has expired`, 'renew the certificate');
    return days < soonDays ? warn(name, message, 'renew it soon') : ok(name, message);
  } catch {
    return fail(
      name,
      `${certPath} or ${keyPath} cannot be read as PEM`,
      'correct SVC_TLS_CERT and SVC_TLS_KEY',
    );
  }
}
