import { Secret } from '../../server/domain/secret.ts';
import { redaction } from './event-samples.ts';
import { openReplica } from './postgres-replica.ts';
import { printAll } from './print-all.ts';

/**
 * A replica that appends without end, from several callers, to sessions that other replicas append to as
 * well, and prints `seq hash` of each record once it was acknowledged. Its arguments are the server's
 * URL, the key in hex and the file of its mark.
 */
const [url = '', key = '', markFile = ''] = process.argv.slice(2);
const callers = 4;
const { journal } = await openReplica({
  url: new Secret(url),
  key: Buffer.from(key, 'hex'),
  markFile,
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
