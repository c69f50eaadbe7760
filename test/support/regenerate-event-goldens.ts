import { writeFileSync } from 'node:fs';
import { eventGoldens } from './event-goldens.ts';

/** Run by hand after an intended change of an event kind: `node test/support/regenerate-event-goldens.ts`. */
for (const [kind, line] of eventGoldens()) {
  writeFileSync(new URL(`../golden/events/${kind}.jsonl`, import.meta.url), line);
}
