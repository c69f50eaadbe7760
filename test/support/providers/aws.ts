import { createHash, createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { SignatureV4 } from '@smithy/signature-v4';
import type { SeenRequest } from '../scripted-upstream.ts';

interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** What AWS hashes and signs with, as the SDK's classes want it. */
class Sha256 {
  readonly #hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
}

/** Whether AWS's own signer signs a request as it came: the same headers, time, region and body. */
export async function isSignedBy(keys: Keys, { url, headers, raw }: SeenRequest): Promise<boolean> {
  const authorization = headers.authorization ?? '';
  const [, region = '', service = '', names = ''] =
    /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+),/.exec(
      authorization,
    ) ?? [];
  const signer = new SignatureV4({
    credentials: keys,
    region,
    service,
    sha256: Sha256,
    applyChecksum: false,
  });
  const time = `${headers['x-amz-date']}`;
  const when = new Date(
    time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const signed = names.split(';').filter((name) => !name.startsWith('x-amz-date'));
  const { headers: again } = await signer.sign(
    {
      method: 'POST',
      protocol: 'http:',
      hostname: '',
      path: url,
      headers: Object.fromEntries(signed.map((name) => [name, `${headers[name]}`])),
      body: raw,
    },
    { signingDate: when, signableHeaders: new Set(signed) },
  );
  const signatureOf = (text = '') => /Signature=([0-9a-f]{64})/.exec(text)?.[1];
  const signature = signatureOf(authorization);
  return signature !== undefined && signature === signatureOf(again['authorization']);
}

/** A message of a binary stream, as AWS sends it. */
export function frame(headers: Readonly<Record<string, string>>, payload: object): Buffer {
  const head = Buffer.concat(
    Object.entries(headers).map(([name, value]) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(Buffer.byteLength(value));
      return Buffer.concat([
        Buffer.from([Buffer.byteLength(name)]),
        Buffer.from(name),
        Buffer.from([7]),
        length,
        Buffer.from(value),
      ]);
    }),
  );
  const body = Buffer.from(JSON.stringify(payload));
  const message = Buffer.alloc(12 + head.length + body.length + 4);
  message.writeUInt32BE(message.length, 0);
  message.writeUInt32BE(head.length, 4);
  message.writeUInt32BE(crc32(message.subarray(0, 8)), 8);
  head.copy(message, 12);
  body.copy(message, 12 + head.length);
  message.writeUInt32BE(crc32(message.subarray(0, -4)), message.length - 4);
  return message;
}
