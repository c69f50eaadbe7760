import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Problem, Result } from '../domain/fault.ts';
import type { Config } from './config.ts';
import { readConfigFile } from './read-config-file.ts';

/** A certificate chain and its private key, as PEM. */
export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/**
 * The files of `SVC_TLS_CERT` and `SVC_TLS_KEY`; undefined when neither is set. Problems say whether a
 * file is not PEM or whether the two do not belong together; a listener would say less.
 */
export async function loadTlsFiles(tls: Config['tls']): Promise<Result<TlsFiles | undefined>> {
  if (tls === null) return { ok: true, value: undefined };
  const cert = await readPem('SVC_TLS_CERT', tls.certPath, {
    decode: (pem) => new X509Certificate(pem),
    wanted: 'must name a certificate in PEM form',
  });
  const key = await readPem('SVC_TLS_KEY', tls.keyPath, {
    decode: (pem): KeyObject => createPrivateKey(pem),
    wanted: 'must name a private key in PEM form, without a passphrase',
  });
  if (!cert.ok) return { ok: false, problems: [...cert.problems, ...(key.ok ? [] : key.problems)] };
  if (!key.ok) return key;
  if (!cert.value.decoded.checkPrivateKey(key.value.decoded)) {
    return problem('SVC_TLS_KEY', 'is not the key of the certificate in SVC_TLS_CERT');
  }
  return { ok: true, value: { cert: cert.value.pem, key: key.value.pem } };
}

interface PemForm<T> {
  readonly decode: (pem: Buffer) => T;
  readonly wanted: string;
}

async function readPem<T>(
  variable: string,
  path: string,
  { decode, wanted }: PemForm<T>,
): Promise<Result<{ pem: Buffer; decoded: T }>> {
  const file = await readConfigFile(path, variable);
  if (!file.ok) return file;
  try {
    return { ok: true, value: { pem: file.value, decoded: decode(file.value) } };
  } catch {
    return problem(variable, wanted);
  }
}

function problem(path: string, message: string): { ok: false; problems: readonly Problem[] } {
  return { ok: false, problems: [{ path, message }] };
}
