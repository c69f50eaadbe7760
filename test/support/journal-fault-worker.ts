import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3-multiple-ciphers';
import { headSteps } from '../../server/adapters/sqlcipher/head-file.ts';
import { serveJournal } from '../../server/adapters/sqlcipher/journal-thread.ts';
import { type Fault, faultModes, faultSteps } from './journal-faults.ts';

/** The journal's thread on a disk that fails once where it is told to. */
const armed = new Int32Array((workerData as { fault: SharedArrayBuffer }).fault);

function failing<A extends unknown[], R>(step: Fault['step'], run: (...args: A) => R) {
  return (...args: A): R => {
    const code = faultSteps.indexOf(step) * faultModes.length + 1;
    const mode = faultModes[Atomics.load(armed, 0) - code];
    if (mode === undefined) return run(...args);
    Atomics.store(armed, 0, 0);
    if (mode === 'persisted but reported failed') run(...args);
    if (mode === 'the thread dies') process.exit(1);
    throw new Error('the disk failed');
  };
}

const prepare = Database.prototype.prepare;
Database.prototype.prepare = function (this: Database.Database, sql: string) {
  const statement = prepare.call(this, sql);
  if (sql === 'COMMIT') statement.run = failing('commit', statement.run.bind(statement));
  return statement;
} as typeof prepare;

serveJournal({
  writeTemporary: failing('head write', headSteps.writeTemporary),
  syncFile: failing('head fsync', headSteps.syncFile),
  rename: failing('head rename', headSteps.rename),
  syncDirectory: failing('acknowledgement', headSteps.syncDirectory),
});
