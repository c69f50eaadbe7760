import { createHmac } from 'node:crypto';
import { type RawResponse, rawRequest } from './raw-request.ts';
import type { Service } from './service.ts';

/** A signed request for a chat completion whose body is exactly these bytes. */
export function postBytes(
  { url, secret }: Pick<Service, 'url' | 'secret'>,
  agentId: string,
  body: Buffer | string,
  path = `/proxy/${agentId}/v1/chat/completions`,
): Promise<RawResponse> {
  const bytes = Buffer.from(body as string);
  const signature = createHmac('sha256', secret).update(bytes).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-voice-signature': signature };
  return rawRequest(url, { method: 'POST', path, headers, body: bytes });
}
