import { createHash, createHmac } from 'node:crypto';
import type { Secret } from '../../../domain/secret.ts';

export interface AwsCredentials {
  readonly keyId: string;
  readonly secret: Secret<string>;
  /** Of a credential for a time. */
  readonly sessionToken?: Secret<string> | undefined;
}

interface SignedRequest {
  readonly url: string;
  /** SHA-256 of the body in hex. */
  readonly bodySha256: string;
  readonly contentType: string;
}

interface Scope {
  readonly region: string;
  readonly service: string;
  readonly now: Date;
}

const algorithm = 'AWS4-HMAC-SHA256';

/** The headers that sign a POST request for AWS (Signature Version 4). */
export function signatureHeaders(
  { url, bodySha256, contentType }: SignedRequest,
  { keyId, secret, sessionToken }: AwsCredentials,
  { region, service, now }: Scope,
): Readonly<Record<string, string>> {
  const { host, pathname } = new URL(url);
  const time = now.toISOString().replace(/[:-]|\.\d+/g, '');
  const token = sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken.reveal() };
  // In the order of their names, as AWS sorts them.
  const signed = { 'content-type': contentType, host, 'x-amz-date': time, ...token };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const request = ['POST', encodedPath(pathname), '', lines.join(''), names, bodySha256].join('\n');
  const scope = [time.slice(0, 8), region, service, 'aws4_request'];
  const text = [algorithm, time, scope.join('/'), sha256(request)].join('\n');
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secret.reveal()}`);
  const signature = hmac(key, text).toString('hex');
  const authorization = `${algorithm} Credential=${keyId}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`;
  return { authorization, 'x-amz-date': time, ...token };
}

/** AWS encodes what is encoded in the address once more. */
function encodedPath(pathname: string): string {
  const encoded = (part: string) =>
    encodeURIComponent(part).replace(
      /[!'()*]/g,
      (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return pathname.split('/').map(encoded).join('/');
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
