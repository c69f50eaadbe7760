import { openJournal } from '../../server/adapters/sqlcipher/journal/journal.ts';
import { redaction } from './event-samples.ts';
import { printAll } from './print-all.ts';

/**
 * Appends to the journal at argv[2] (folder; key in hex at argv[3]) without end, from several
 * callers, and prints `seq hash` of each record once it was acknowledged.
 */
const [folder = '', key = ''] = process.argv.slice(2);
const callers = 4;
const journal = await openJournal({
  file: `${folder}/journal.db`,
  headFile: `${folder}/journal.head`,
  key: Buffer.from(key, 'hex'),
  origin: 'audit.example/test',
});

async function appendOn(caller: number): Promise<never> {
  for (let turn = 0; ; turn += 1) {
    const session = `sess_0000000000000000000000000${caller}` as const;
    const count = 1 + ((turn + caller) % 5);
    const drafts = Array.from({ length: count }, () => redaction(turn, session));
    const records = await journal.append(drafts);
    printAll(records.map((r) => `${r.seq} ${r.curr_hash}\n`).join(''));
  }
}

await Promise.all(Array.from({ length: callers }, (_, caller) => appendOn(caller)));
