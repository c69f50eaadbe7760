import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../app/create-app.ts';
import { readConfig } from '../config/config.ts';
import { openApiOf } from '../http/openapi/document.ts';
import { type ExitCode, exit } from '../shared/exit-codes.ts';
import { orFail, printLine } from './output.ts';
import type { Terminal } from './terminal.ts';

/**
 * `svc openapi`: prints the OpenAPI document of this version. It wires a service in a folder of its own, with nothing
 * of an installation, that never listens; `url` is the host root that the document names.
 */
export async function printOpenApi(
  terminal: Terminal,
  options: { readonly url: string },
): Promise<ExitCode> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-openapi-'));
  try {
    const env = { SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'silent' };
    const baseUrl = options.url.replace(/\/+$/, '');
    const app = orFail(await createApp({ config: orFail(readConfig(env)), env, baseUrl }));
    try {
      await printLine(terminal, JSON.stringify(openApiOf(app.http), null, 2));
    } finally {
      await app.http.close();
      await app.close();
    }
    return exit.ok;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
