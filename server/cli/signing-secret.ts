import { webhookSecretsOf } from '../app/webhook-secrets.ts';
import { type ExitCode, exit } from '../shared/exit-codes.ts';
import { loadConfig, loadFolderData } from './local-data.ts';
import { printLine } from './output.ts';
import type { Terminal } from './terminal.ts';

/** `svc signing-secret`: the secret that voice platforms sign with, configured or of this installation (decision 0158). */
export async function printSigningSecret(terminal: Terminal): Promise<ExitCode> {
  const { config, keys } = await loadFolderData(terminal, loadConfig(terminal));
  const [current] = webhookSecretsOf(config, keys);
  await printLine(terminal, current.reveal());
  return exit.ok;
}
