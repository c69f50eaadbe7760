import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchDetection } from './detection.ts';
import { benchHttp } from './http.ts';
import { benchJournal } from './journal.ts';
import { benchLists } from './lists.ts';
import { benchLive } from './live.ts';
import { benchNer } from './ner.ts';
import { benchPortal } from './portal.ts';
import { benchReport } from './report.ts';

/**
 * `npm run bench`: every figure beside a baseline of the same run (design, Budgets), as a markdown table.
 * Machines are noisy: read the ratios.
 */
const dataDir = await mkdtemp(join(tmpdir(), 'svc-bench-'));
try {
  const rows = [
    ...(await benchDetection()),
    ...(await benchNer()),
    ...(await benchJournal()),
    ...(await benchReport()),
    ...(await benchHttp(dataDir)),
    ...(await benchLive(dataDir)),
    ...(await benchLists(dataDir)),
    ...(await benchPortal()),
  ];
  const lines = rows.map(
    ({ what, figure, baseline, ratio }) => `| ${what} | ${figure} | ${baseline} | ${ratio} |`,
  );
  process.stdout.write(
    ['| what | figure | baseline, same run | ratio |', '|---|--:|--:|--:|', ...lines, ''].join(
      '\n',
    ),
  );
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
