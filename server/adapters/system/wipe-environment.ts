import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** Secrets of other makers that this service reads from its environment, under their names. */
const secretsOfOthers: ReadonlySet<string> = new Set([
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_CONTAINER_AUTHORIZATION_TOKEN',
]);

const isWiped = (name: string): boolean => name.startsWith('SVC_') || secretsOfOthers.has(name);

/**
 * Removes the service's own variables and the secrets of others from the environment of this process, so that no thread,
 * child or report has them. Also overwrites the memory that Linux shows as `/proc/PID/environ`. False
 * when that memory could not be overwritten (design D45).
 */
export function wipeEnvironment(): boolean {
  for (const name of Object.keys(process.env)) {
    if (isWiped(name)) delete process.env[name];
  }
  if (process.platform !== 'linux') return true;
  try {
    overwrite();
    return !shown().some((text) => isWiped(nameOf(text)));
  } catch {
    return false;
  }
}

/** The initial environment: `NAME=value` texts. */
function shown(): readonly string[] {
  return readFileSync('/proc/self/environ', 'latin1').split('\0');
}

const nameOf = (text: string): string => text.slice(0, text.indexOf('='));

function overwrite(): void {
  const memory = openSync('/proc/self/mem', 'r+');
  try {
    let address = environmentAddress();
    for (const text of shown()) {
      if (isWiped(nameOf(text))) writeSync(memory, Buffer.alloc(text.length), 0, null, address);
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
