import { sessionCookie } from '../sign-in/session-cookies.ts';
import type { SecurityScheme } from './operation.ts';

export interface CurlRequest {
  readonly method: string;
  /** Host root without a trailing slash. */
  readonly baseUrl: string;
  /** With parameters as `{name}`. */
  readonly path: string;
  readonly credentials: readonly SecurityScheme[];
  /** An example of the JSON body; undefined without one. */
  readonly body: unknown;
}

/** A command that sends an example request; what differs per reader is a shell variable such as `$AGENT_ID`. */
export function curlLine({ method, baseUrl, path, credentials, body }: CurlRequest): string {
  const address = baseUrl + path.replace(/\{(\w+)\}/g, (_, name) => `$${name.toUpperCase()}`);
  const json = JSON.stringify(body)?.replaceAll("'", String.raw`'\''`);
  return [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} "${address}"`,
    ...credentials.slice(0, 1).map((credential) => credentialOptions[credential]),
    ...(json === undefined ? [] : [`-H 'content-type: application/json' -d '${json}'`]),
  ].join(' \\\n  ');
}

const credentialOptions: Readonly<Record<SecurityScheme, string>> = {
  session: `-b "${sessionCookie}=$SESSION"`,
  signature: '-H "X-Voice-Signature: sha256=$SIGNATURE"',
  agentToken: '-H "Authorization: Bearer $TOKEN"',
};
