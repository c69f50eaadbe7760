import { openDatabase } from '../../server/adapters/sqlcipher/engine/connection.ts';
import { serveWriter } from '../../server/adapters/sqlcipher/engine/writer.ts';
import { Fault } from '../../server/domain/fault.ts';

export type NotePorts = {
  readonly notes: {
    put(note: string): number;
    /** Puts the note in a commit of the thread's own, which waits until the gate is open. */
    putLater(args: { note: string; gate: Int32Array }): void;
    refuse(note: string): never;
    crash(): never;
    count(): number;
    commits(): number;
  };
};

/** A small database whose thread can be made to refuse and to die. */
serveWriter<{ file: string; key: Uint8Array }, NotePorts>(({ file, key }, later) => {
  const migrations = ['CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT'];
  const db = openDatabase({ file, key, migrations });
  const insert = db.prepare('INSERT INTO note (text) VALUES (?)');
  const count = db.prepare('SELECT count(*) FROM note').pluck();
  let commits = 0;
  return {
    db,
    reads: ['notes.count', 'notes.commits'],
    ports: {
      notes: {
        put: (note) => Number(insert.run(note).lastInsertRowid),
        putLater({ note, gate }) {
          setImmediate(() => void Atomics.wait(gate, 0, 0));
          later(() => void insert.run(note));
        },
        refuse(note) {
          insert.run(note);
          throw new Fault('name_taken', 'taken', { details: [{ path: 'name', message: 'taken' }] });
        },
        crash: () => process.exit(1),
        count: () => Number(count.get()),
        commits: () => commits,
      },
    },
    afterCommit() {
      commits += 1;
    },
  };
});
