import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { runPeer } from './run-peer.ts';
import { untilListening } from './until-listening.ts';

/** LLM-Shield-Proxy with its defaults, from the Python environment that the first argument names, before the provider of the second. */
const [environment = '', upstream = ''] = process.argv.slice(2);
const port = await freePort();
runPeer(
  join(environment, 'bin/llm-shield-proxy'),
  ['--host', '127.0.0.1', '--port', String(port), '--log-level', 'critical'],
  { UPSTREAM_BASE_URL: upstream, UPSTREAM_API_KEY: 'none', VALID_VIRTUAL_KEYS: 'sk-bench' },
);
await untilListening(port);
process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
