import { freePort } from '../../support/free-port.ts';
import { untilListening } from './until-listening.ts';

/**
 * Another gateway for language models, as its package ships it, passing requests on and doing no
 * masking. Its server keeps the head of a reply from `fetch` as the head of its own and writes to it,
 * which this Node refuses for streams: here replies come with a head that can be written to.
 */
const { fetch: plainFetch, Response: PlainResponse } = globalThis;
globalThis.fetch = async (...args) => {
  const { body, status, statusText, headers } = await plainFetch(...args);
  return new PlainResponse(body, { status, statusText, headers: new Headers(headers) });
};

const port = await freePort();
process.argv.push(`--port=${port}`, '--headless');
// Its progress bar and notices.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;
await import('@portkey-ai/gateway/build/start-server.js' as string);
await untilListening(port);
write(`listening on http://127.0.0.1:${port}\n`);
