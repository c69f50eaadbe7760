import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { untilListening } from './until-listening.ts';

/** LLM-Shield-Proxy with its defaults, from the Python environment that the first argument names, before the provider of the second. */
const [environment = '', upstream = ''] = process.argv.slice(2);
const port = await freePort();
const proxy = spawn(
  join(environment, 'bin/llm-shield-proxy'),
  ['--host', '127.0.0.1', '--port', String(port), '--log-level', 'critical'],
  {
    env: {
      ...process.env,
      UPSTREAM_BASE_URL: upstream,
      UPSTREAM_API_KEY: 'none',
      VALID_VIRTUAL_KEYS: 'sk-bench',
    },
    stdio: 'ignore',
  },
);
proxy.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
proxy.once('exit', () => process.exit());
process.once('SIGTERM', () => proxy.kill());
process.once('exit', () => proxy.kill());
await untilListening(port);
process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
