import type { IncomingMessage } from 'node:http';

const socketPath = /^\/proxy\/[^/?]+\/(?:retell\/[^/?]+\/[^/?]+|twilio(?:\/[^/?]+)?)(?:\?|$)/;

/**
 * Whether a request that asks for another protocol asks for the WebSocket of a voice platform. Node answers
 * any other as if it had not asked: some clients always ask for HTTP/2.
 */
export function asksForSocket({ headers, url = '' }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && socketPath.test(url);
}
