import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider that answers at once and repeats the tokens of the last message, as models do. */
const token = /TOK1\.[\w.-]*\w/g;

interface Asked {
  readonly stream?: boolean;
  readonly messages: readonly { readonly content: string }[];
}

function event(delta: object, finish: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 0, model: 'bench', choices })}\n\n`;
}

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (piece: string) => {
    body += piece;
  });
  request.on('end', () => {
    const { stream, messages } = JSON.parse(body) as Asked;
    const values = messages.at(-1)?.content.match(token) ?? [];
    const content = `Thank you, I have ${values.join(' and ')} noted. Is there anything else?`;
    if (stream !== true) {
      const message = { role: 'assistant', content };
      const choices = [{ index: 0, message, finish_reason: 'stop' }];
      const head = { id: 'chatcmpl-bench', object: 'chat.completion', created: 0, model: 'bench' };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...head, choices }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const word of content.split(/(?= )/)) response.write(event({ content: word }, null));
    response.end(`${event({}, 'stop')}data: [DONE]\n\n`);
  });
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
