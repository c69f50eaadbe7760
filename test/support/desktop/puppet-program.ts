import { existsSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { createLineSplitter } from '../../../main/tunnel/tool-process.ts';
import type { Order, Report } from './puppets.ts';

/** Stands in for a program that a test cannot have: reports to the test how it was started and follows its orders. */

const [port, ...argv] = process.argv.slice(2);
const answers = new Map<string, { readonly status: number; readonly body: string }>();

function files(): Report['files'] {
  const paths = [...argv, process.env['TUNNEL_TOKEN_FILE'] ?? ''];
  return paths.flatMap((path) =>
    path.startsWith('/') && existsSync(path) && statSync(path).isFile()
      ? [{ path, text: readFileSync(path, 'utf8'), mode: statSync(path).mode & 0o777 }]
      : [],
  );
}

/** Loaded when it is wanted: most stand-ins only have to start fast. */
async function listen(at: number): Promise<void> {
  const { createServer } = await import('node:http');
  const server = createServer(({ url }, response) => {
    const { status, body } = answers.get(url ?? '') ?? { status: 404, body: '' };
    response.writeHead(status).end(body);
  });
  server.listen(at, '127.0.0.1');
}

function obey(order: Order): void {
  if (order.print !== undefined) process.stdout.write(`${order.print}\n`);
  if (order.complain !== undefined) process.stderr.write(`${order.complain}\n`);
  if (order.ignoreTerm === true) process.on('SIGTERM', () => {});
  if (order.answer !== undefined) answers.set(order.answer.path, order.answer);
  if (order.listen !== undefined) void listen(order.listen);
  if (order.exit !== undefined) process.exitCode = order.exit;
  if (order.exit !== undefined) test.end(() => process.exit());
}

const test = connect(Number(port), '127.0.0.1').setEncoding('utf8');
const orders = createLineSplitter((line) => obey(JSON.parse(line) as Order));
const report: Report = { argv, env: { ...process.env }, pid: process.pid, files: files() };
test.on('error', () => process.exit(99));
test.on('data', (piece: string) => orders.write(piece));
test.write(`${JSON.stringify(report)}\n`);
