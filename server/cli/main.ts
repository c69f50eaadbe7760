import { readSettingsFile } from '../config/settings-file.ts';
import { exit } from '../shared/exit-codes.ts';
import { runCommand } from './commands/program.ts';
import { explainError, failWithProblems, printError } from './output.ts';

// Only the owner may read the files that svc writes, keys and databases above all.
process.umask(0o077);

const { stdin: input, stdout: out, stderr: err } = process;

// A reader may stop early, as in `svc detect | head`. That is no error.
out.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(process.exitCode ?? exit.ok);
});

try {
  const args = process.argv.slice(2);
  process.exitCode = await runCommand(args, { input, out, err, variables });
} catch (error) {
  // Node would exit with 1, which here means that the answer is no.
  const { line, code } = explainError(error);
  printError({ err }, line);
  process.exit(code);
}

/** Variables of this process, with those of its file of settings; a program that is the host gives all itself. */
async function variables(command: string): Promise<NodeJS.ProcessEnv> {
  if (process.send === undefined) addSettingsFile();
  // The service talks to its host while it runs, and keeps secrets out of its environment.
  else if (command !== 'serve') {
    const { adoptSecrets } = await import('../app/host-link.ts');
    await adoptSecrets();
  }
  // The service itself never needs undici before it is asked to.
  if (process.env['HTTPS_PROXY'] || process.env['https_proxy']) {
    const { goThroughWebProxy } = await import('../adapters/system/outbound-agent.ts');
    const message = 'must be the address of a web proxy, such as http://proxy.clinic.example:3128';
    if (!goThroughWebProxy(process.env)) failWithProblems([{ path: 'HTTPS_PROXY', message }]);
  }
  return process.env;
}

function addSettingsFile(): void {
  const added = readSettingsFile(process.env);
  if (added.ok) Object.assign(process.env, added.value);
  else failWithProblems(added.problems);
}
