import Fastify from 'fastify';
import { Agent, request } from 'undici';

/** The baseline of every HTTP figure: Fastify and undici handing a request through, and nothing else. */
const target = process.argv[2] ?? '';
const dispatcher = new Agent({ connections: 256, pipelining: 1 });
const app = Fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
app.post('/v1/chat/completions', async (incoming, reply) => {
  const upstream = await request(`${target}/v1/chat/completions`, {
    method: 'POST',
    dispatcher,
    body: incoming.body as Buffer,
    headers: { 'content-type': 'application/json' },
  });
  reply.header('content-type', upstream.headers['content-type']);
  return reply.send(upstream.body);
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`listening on ${url}\n`);
