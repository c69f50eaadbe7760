import { join } from 'node:path';
import { productRoot } from '../product.ts';

/** The files of a data folder, except `keys.json` (design D23, D45). */
export interface DataFiles {
  readonly vault: string;
  readonly calls: string;
  readonly payloads: string;
  readonly journal: string;
  readonly journalHead: string;
  /** The journal's head once more, a few seconds old at most (decision 0140). */
  readonly knownHead: string;
  /** The process that may write the other files holds this lock. */
  readonly lock: string;
  /** What the running service was given (`RunningService`). */
  readonly running: string;
  /** Folder of one-time sign-in tickets (decision 0010). */
  readonly tickets: string;
}

export function dataFiles(dataDir: string): DataFiles {
  return {
    vault: join(dataDir, 'vault.db'),
    calls: join(dataDir, 'calls.db'),
    payloads: join(dataDir, 'payloads.db'),
    journal: join(dataDir, 'journal.db'),
    journalHead: join(dataDir, 'journal.head'),
    knownHead: join(dataDir, 'known.head'),
    lock: join(dataDir, 'svc.lock'),
    running: join(dataDir, 'running.json'),
    tickets: join(dataDir, 'sign-in'),
  };
}

/** First line of every checkpoint of the local journal (C2SP tlog-checkpoint, origin). */
export const journalOrigin = 'voice-phi-proxy/journal';

/** The shipped model of pass `nermodel`. */
export const modelDir = join(productRoot, 'models');

/** The portal that `npm run build` makes. */
export const portalDir = join(productRoot, 'renderer', 'dist');
