import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { runPeer } from './run-peer.ts';
import { untilListening } from './until-listening.ts';

/**
 * LiteLLM that masks what callers say with Presidio and restores replies, from the Python environment that the first
 * argument names, before the provider of the second. Presidio's two servers have one gunicorn worker each, as in
 * their makers' images.
 */
const [environment = '', upstream = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'svc-litellm-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const port = {
  litellm: await freePort(),
  analyzer: await freePort(),
  anonymizer: await freePort(),
};
const config = join(folder, 'config.yaml');
writeFileSync(
  config,
  JSON.stringify({
    model_list: [
      {
        model_name: 'bench',
        litellm_params: { model: 'openai/bench', api_base: `${upstream}/v1`, api_key: 'none' },
      },
    ],
    guardrails: [
      {
        guardrail_name: 'presidio',
        litellm_params: {
          guardrail: 'presidio',
          mode: 'pre_call',
          default_on: true,
          output_parse_pii: true,
          presidio_filter_scope: 'input',
        },
      },
    ],
  }),
);
for (const part of ['analyzer', 'anonymizer'] as const)
  runPeer(join(environment, 'bin/gunicorn'), [
    ...['--workers', '1', '--bind', `127.0.0.1:${port[part]}`],
    ...['--chdir', import.meta.dirname, `presidio:${part}()`],
  ]);
for (const part of ['analyzer', 'anonymizer'] as const) await untilListening(port[part]);
runPeer(
  join(environment, 'bin/litellm'),
  ['--config', config, '--host', '127.0.0.1', '--port', String(port.litellm)],
  {
    LITELLM_MASTER_KEY: 'sk-bench',
    LITELLM_LOCAL_MODEL_COST_MAP: 'True',
    LITELLM_LOG: 'ERROR',
    PRESIDIO_ANALYZER_API_BASE: `http://127.0.0.1:${port.analyzer}`,
    PRESIDIO_ANONYMIZER_API_BASE: `http://127.0.0.1:${port.anonymizer}`,
  },
);
await untilListening(port.litellm);
process.stdout.write(`listening on http://127.0.0.1:${port.litellm}\n`);
