const completions = '/v1/chat/completions';

/** Reads the signing secret without showing it. */
export const readSecret = 'read -rs SECRET';

/**
 * Shell commands that call an agent like a voice platform, with the secret in `SECRET`; as in docs/api.md. They print the
 * reply, or why there is none.
 */
export function curlExample(agent: { readonly id: string; readonly proxy_url: string }): string {
  const base = agent.proxy_url.slice(0, agent.proxy_url.indexOf(`/proxy/${agent.id}`));
  return [
    `BASE=${base}`,
    `AGENT=${agent.id}`,
    `signed() { printf 'x-voice-signature: sha256=%s' "$(printf %s "$1" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d ' ' -f 1)"; }`,
    `BODY='{"call":{"id":"call-1"},"messages":[{"role":"user","content":"my number is 202 555 0143"}]}'`,
    `curl -s $BASE/proxy/$AGENT${completions} -H 'content-type: application/json' -H "$(signed "$BODY")" \\`,
    `  -d "$BODY" | grep -oE '"(content|message)":"[^"]*"'`,
  ].join('\n');
}
