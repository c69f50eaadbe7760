import { readSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3-multiple-ciphers';
import { type HeadWriteSteps, headWriteSteps } from '../../server/adapters/system/head-file.ts';
import { type Fault, faultModes, faultSteps } from './journal-faults.ts';

/** The journal's thread on a disk that fails once, at the given step. */
const armed = new Int32Array((workerData as { fault: SharedArrayBuffer }).fault);
const sectorBytes = 512;
/** The head file as it last was on disk. */
const onDisk = Buffer.alloc(2 * sectorBytes);

/** Runs a step, or lets it fail; `torn` does what such a step leaves when the power goes. */
function step(name: Fault['step'], run: () => void, torn: () => void): void {
  const code = faultSteps.indexOf(name) * faultModes.length + 1;
  const mode = faultModes[Atomics.load(armed, 0) - code];
  if (mode === undefined) {
    run();
    return;
  }
  Atomics.store(armed, 0, 0);
  if (mode === 'persisted but reported failed') run();
  if (mode.startsWith('torn')) torn();
  if (mode.endsWith('the thread dies')) process.exit(1);
  throw new Error('the disk failed');
}

const prepare = Database.prototype.prepare;
Database.prototype.prepare = function (this: Database.Database, sql: string) {
  const statement = prepare.call(this, sql);
  if (sql === 'COMMIT') {
    const plain = statement as Database.Statement<[]>;
    const run = plain.run.bind(plain);
    plain.run = () => {
      let result: Database.RunResult = { changes: 0, lastInsertRowid: 0 };
      const commit = () => {
        result = run();
      };
      step('commit', commit, commit);
      return result;
    };
  }
  return statement;
} as typeof prepare;

const written = { ...headWriteSteps };
Object.assign(headWriteSteps, {
  write(fd, bytes) {
    readSync(fd, onDisk, 0, onDisk.length, 0);
    const write = () => written.write(fd, bytes);
    step('head write', write, () => written.write(fd, bytes.subarray(0, sectorBytes)));
  },
  sync(fd) {
    const sync = () => written.sync(fd);
    // The file as written is what the system remembers; its second sector is still the old one on disk.
    step('head sync', sync, () => writeSync(fd, onDisk, sectorBytes, sectorBytes, sectorBytes));
    step(
      'acknowledgement',
      () => undefined,
      () => undefined,
    );
  },
} satisfies HeadWriteSteps);
await import('../../server/adapters/sqlcipher/journal/journal-worker.ts');
