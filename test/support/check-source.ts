import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** The npm scripts that only read the source: those of a list run one after the other, the two lists beside each other. */
const checks = [['types'], ['lint', 'imports', 'unused']];

/** Runs an npm script and prints its seconds, or what it says when it fails. Resolves with whether it passed. */
async function passes(script: string): Promise<boolean> {
  const began = performance.now();
  // On Windows npm is a script of its shell.
  const command = spawn(`npm run -s ${script}`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, errors, [code]] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, 'close'),
  ]);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  if (code === 0) process.stdout.write(`${script}: passed in ${seconds} s\n`);
  else process.stdout.write(`${out}${errors}${script}: failed\n`);
  return code === 0;
}

const passed = await Promise.all(
  checks.map(async (scripts) => {
    for (const script of scripts) if (!(await passes(script))) return false;
    return true;
  }),
);
process.exitCode = passed.every(Boolean) ? 0 : 1;
