import { Agent, request } from 'undici';

/** Watches live calls `count` times, reads all and keeps nothing. */
const [url = '', cookie = '', count = '0'] = process.argv.slice(2);
const dispatcher = new Agent({ connections: Number(count), bodyTimeout: 0 });

const opened = Array.from({ length: Number(count) }, async () => {
  const response = await request(`${url}/api/v1/live`, { headers: { cookie }, dispatcher });
  if (response.statusCode !== 200) throw new Error(`the feed answered ${response.statusCode}`);
  response.body.on('data', () => undefined).on('error', () => undefined);
});
await Promise.all(opened);
process.stdout.write(`listening on ${url}\n`);
process.once('SIGTERM', () => process.exit(0));
