import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * Removes the variables that begin with `prefix` from the environment of this process, so that no thread,
 * child or report has them. Also overwrites the memory that Linux shows as `/proc/PID/environ`. False
 * when that memory could not be overwritten (design D45).
 */
export function wipeEnvironment(prefix: string): boolean {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith(prefix)) delete process.env[name];
  }
  if (process.platform !== 'linux') return true;
  try {
    overwrite(prefix);
    return !shown().includes(`\0${prefix}`);
  } catch {
    return false;
  }
}

/** The initial environment: `NAME=value` texts, each ended by a zero byte. */
function shown(): string {
  return `\0${readFileSync('/proc/self/environ', 'latin1')}`;
}

function overwrite(prefix: string): void {
  const texts = shown().slice(1).split('\0');
  const memory = openSync('/proc/self/mem', 'r+');
  try {
    let address = environmentAddress();
    for (const text of texts) {
      if (text.startsWith(prefix)) writeSync(memory, Buffer.alloc(text.length), 0, null, address);
      address += text.length + 1;
    }
  } finally {
    closeSync(memory);
  }
}

/** `env_start` of proc_pid_stat(5): field 50; the name before field 3 may have spaces in it. */
function environmentAddress(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[50 - 3]);
}
