import { type JournalOptions, openJournal } from '../adapters/sqlcipher/journal.ts';
import { type ExitCode, exit } from './exit.ts';
import { localData, whileStopped } from './local-data.ts';
import { journalIn } from './local-journal.ts';
import { printLine } from './output.ts';

/**
 * `svc audit acknowledge`: journals that the operator knows of lost events, after which calls are
 * served again (design D23). For when nobody is signed in: signing in is journalled as well, and so
 * refused. The service must be stopped.
 */
export async function acknowledgeAudit(): Promise<ExitCode> {
  const data = await localData('journal');
  if (typeof data === 'number') return data;
  return await whileStopped(data.files, () => acknowledge(journalIn(data.files, data.keys)));
}

async function acknowledge(place: JournalOptions): Promise<ExitCode> {
  const journal = await openJournal(place);
  try {
    const gap = journal.gap();
    if (gap === undefined) {
      await printLine('nothing to acknowledge: the journal has all that its head vouches for');
      return exit.ok;
    }
    await journal.acknowledgeGap('operator');
    await printLine(
      `acknowledged (${gap.reason}): ${gap.head.size} events vouched for, ${gap.found.size} found`,
    );
    return exit.ok;
  } finally {
    await journal.close();
  }
}
