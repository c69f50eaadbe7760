import { signIn } from '../sign-in.ts';
import { signedFetch } from '../signed-fetch.ts';

/** A service that somebody signed in to. */
export interface SignedIn {
  api(path: string, body?: object): Promise<Response>;
  /** Makes an agent, calls it once with a signed request, and resolves with the text of the reply. */
  call(words: string, upstream: string): Promise<string>;
}

/** Signs in by a one-time path of the portal, as a window or a person who opens the link does. */
export async function signedIn(url: string, ticket: string, secret: string): Promise<SignedIn> {
  const cookie = await signIn(url, ticket);
  const api: SignedIn['api'] = (path, body) =>
    fetch(
      `${url}${path}`,
      body === undefined
        ? { headers: { cookie } }
        : {
            method: 'POST',
            headers: { cookie, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          },
    );
  return {
    api,
    call: async (words, upstream) => {
      const made = await api('/api/v1/agents', { name: 'reception', upstream });
      const { agent } = (await made.json()) as { agent: { id: string } };
      const response = await signedFetch(secret)(`${url}/proxy/${agent.id}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'any', messages: [{ role: 'user', content: words }] }),
      });
      if (!response.ok) throw new Error(`the call was answered with ${response.status}`);
      const reply = (await response.json()) as { choices: { message: { content: string } }[] };
      return reply.choices[0]?.message.content ?? '';
    },
  };
}
