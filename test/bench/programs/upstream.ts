import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A provider that answers at once: what it costs is the same on every measured path. A GET is answered with the
 * body of the last request, so that a bench can look for values in it. It calls a function that is on offer once, and
 * `/function/50` is a function that answers after 50 ms.
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

/** Calls the function with the number that the caller has said, as the request has it. */
function calling(body: string): readonly string[] {
  const given = JSON.stringify({ phone: /TOK1\.PHONE[\w.]+/.exec(body)?.[0] ?? '' });
  const called = { name: 'look_up', arguments: given };
  const tool_calls = [{ index: 0, id: 'call_1', type: 'function', function: called }];
  return [
    chunk({ role: 'assistant', content: null, tool_calls }, null),
    chunk({}, 'tool_calls'),
    'data: [DONE]\n\n',
  ];
}

let lastBody = '';

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(lastBody);
    return;
  }
  const [, afterMs] = /^\/function\/(\d+)$/.exec(request.url ?? '') ?? [];
  if (afterMs !== undefined) {
    request.resume();
    setTimeout(() => response.end('{"moved":true}'), Number(afterMs));
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
    const calls = body.includes('"tools":[') && !body.includes('"role":"tool"');
    for (const event of calls ? calling(body) : stream) response.write(event);
    response.end();
  });
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
