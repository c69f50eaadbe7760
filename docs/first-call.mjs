// A call through the proxy with the openai SDK, unmodified: node docs/first-call.mjs URL SECRET
import { createHmac } from 'node:crypto';
import OpenAI from 'openai';

const [baseURL, secret] = process.argv.slice(2);
if (baseURL === undefined || secret === undefined) {
  process.stderr.write('usage: node docs/first-call.mjs PROXY_URL WEBHOOK_SECRET\n');
  process.exit(64);
}

/** Signs each request body as a voice platform does. */
const signedFetch = (url, init) => {
  const signature = createHmac('sha256', secret).update(init.body).digest('hex');
  const headers = new Headers(init.headers);
  headers.set('x-voice-signature', `sha256=${signature}`);
  return fetch(url, { ...init, headers });
};

const client = new OpenAI({ baseURL, apiKey: 'unused', fetch: signedFetch });
const said =
  'my number is two oh two five five five oh one four three and my address is ten dot zero dot zero dot seven';
process.stdout.write(`caller:   ${said}\nreply:    `);
const stream = await client.chat.completions.create({
  model: 'any',
  stream: true,
  messages: [{ role: 'user', content: said }],
});
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta?.content ?? '');
process.stdout.write('\n');
