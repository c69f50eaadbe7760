import { type IncomingHttpHeaders, request } from 'node:http';

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface RawRequest {
  readonly method: string;
  /** Sent as it is, without what `URL` would tidy up. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends a request byte by byte as given. An event stream is answered by its head, and left. */
export function rawRequest(baseUrl: string, sent: RawRequest): Promise<RawResponse> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const { method, path, headers } = sent;
    const outgoing = request({ hostname, port, method, path, headers, agent: false });
    outgoing.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const endless = response.headers['content-type']?.startsWith('text/event-stream') === true;
      if (endless && method === 'GET') {
        outgoing.destroy();
        resolve({ status, headers: response.headers, text: '' });
        return;
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({
          status,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        });
      });
      // A body that is refused unread is answered, and its connection then cut.
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    if (sent.body.length > 0) outgoing.setHeader('content-length', sent.body.length);
    outgoing.end(sent.body);
  });
}
