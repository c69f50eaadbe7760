import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A provider that answers at once: what it costs is the same on every measured path. A GET is answered with the
 * body of the last request, so that a bench can look for values in it.
 */
const completion = JSON.stringify({
  id: 'chatcmpl-bench',
  object: 'chat.completion',
  created: 0,
  model: 'bench',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: 'Thank you, I have noted that. Is there anything else?',
      },
      finish_reason: 'stop',
    },
  ],
});

function chunk(delta: object, finish: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 0, model: 'bench', choices })}\n\n`;
}

const words = 'Thank you, I have noted that. Is there anything else I can do?'.split(/(?= )/);
const stream = [
  chunk({ role: 'assistant', content: '' }, null),
  ...words.map((word) => chunk({ content: word }, null)),
  chunk({}, 'stop'),
  'data: [DONE]\n\n',
];

let lastBody = '';

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(lastBody);
    return;
  }
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (piece: string) => {
    body += piece;
  });
  request.on('end', () => {
    lastBody = body;
    if (!body.includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(completion);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of stream) response.write(event);
    response.end();
  });
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
