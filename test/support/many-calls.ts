import { sqlcipherBackend } from '../../server/app/sqlcipher-backend.ts';
import type { EventDraft } from '../../server/domain/event.ts';
import type { SessionId } from '../../server/domain/ids.ts';
import type { Journal } from '../../server/ports/journal.ts';
import { opened } from './long-session.ts';
import { callDrafts } from './report-kit.ts';
import { sessionTree } from './trees.ts';

/** Calls that are appended at once. */
const batch = 100;

/** A call started each four minutes from here on. */
export const firstCallMs = Date.parse('2026-10-01T00:00:00.000Z');
const betweenCallsMs = 240_000;

/** Leaves sealed calls of three turns, 17 events each, in a new data folder, as a service that has ended does. */
export async function leaveCalls(dataDir: string, count: number): Promise<void> {
  const place = sqlcipherBackend(dataDir);
  const { journal, close } = opened(await place.open(opened(await place.keys({}))));
  for (let at = 0; at < count; at += batch) {
    const numbers = Array.from({ length: Math.min(batch, count - at) }, (_, one) => at + one);
    await appendSealed(journal, numbers);
  }
  await close();
}

async function appendSealed(journal: Journal, numbers: readonly number[]): Promise<void> {
  const calls = numbers.map(draftsOf);
  const records = await journal.append(calls.flat());
  let from = 0;
  const seals = calls.map((drafts) => {
    const own = records.slice(from, from + drafts.length);
    from += drafts.length;
    const { rootHex, leaves } = sessionTree(own);
    const { ts, session_id, agent_id } = drafts.at(-1) ?? {};
    const fields = { merkle_root_hex: rootHex, event_count: leaves.length };
    return { kind: 'session_sealed', ts, session_id, agent_id, fields } as EventDraft;
  });
  await journal.append(seals);
}

/** Each tenth call sends a date in the clear, as its policy says. */
function draftsOf(number: number): readonly EventDraft[] {
  const id: SessionId = `sess_01K${String(number).padStart(23, '0')}`;
  const inClear: Readonly<Record<string, number>> = number % 10 === 0 ? { DATE: 1 } : {};
  const startMs = firstCallMs + number * betweenCallsMs;
  return callDrafts({ id, startMs, inClear });
}
