import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeRows, type LabelledRow } from '../../test/bench/eval/labelled-row.ts';
import { type CorpusDialogue, type CorpusTurn, kindOf } from './corpora.ts';

/** Sets of later pairs stay unseen by the model. */
const lastPair = 17;
const setName = /^(calls|negatives)_(en|es)_fresh(\d*)\w*\.jsonl$/;

/** What a label of the measuring sets is called in a corpus, where the names differ. A URL has no label there. */
const kinds: Readonly<Record<string, string>> = {
  FAX: 'PHONE',
  ZIP: 'ADDRESS',
  AGE_OVER_89: 'AGE',
  EMPLOYER: 'ORG',
  USERNAME: 'EMAIL',
  CREDIT_CARD: 'ACCOUNT',
  CVV: 'ACCOUNT',
  IBAN: 'ACCOUNT',
  HEALTH_PLAN_ID: 'ACCOUNT',
  LICENSE: 'ACCOUNT',
  DEVICE_ID: 'ACCOUNT',
  DEVICE: 'ACCOUNT',
  VIN: 'ACCOUNT',
  VEHICLE_ID: 'ACCOUNT',
  VEHICLE: 'ACCOUNT',
  IP_ADDRESS: 'ACCOUNT',
  IP: 'ACCOUNT',
  OTHER_ID: 'ACCOUNT',
};

/**
 * Reads the calls that blind authors wrote for measuring (`test/bench/eval/probe/*_fresh*.jsonl`) and that have been scored, up to the pair
 * `lastPair`: `fresh`, `fresh_es` are their calls, `hard`, `hard_es` their single turns that hold nothing private.
 */
export function readScoredCalls(folder: string): Map<string, CorpusDialogue[]> {
  const corpora = new Map<string, CorpusDialogue[]>();
  for (const file of readdirSync(folder).sort()) {
    const [, sort, language, pair] = setName.exec(file) ?? [];
    if (sort === undefined || Number(pair || 1) > lastPair) continue;
    const corpus = `${sort === 'calls' ? 'fresh' : 'hard'}${language === 'es' ? '_es' : ''}`;
    const rows = decodeRows(readFileSync(join(folder, file), 'utf8'));
    const dialogues = [...Map.groupBy(rows, ({ dialog_id, id }) => dialog_id ?? id)].map(
      ([id, turns]) => ({ id: `${file}-${id}`, corpus, turns: turns.map(turnOf) }),
    );
    corpora.set(corpus, [...(corpora.get(corpus) ?? []), ...dialogues]);
  }
  return corpora;
}

function turnOf({ speaker = 'user', text, spans }: LabelledRow): CorpusTurn {
  const isUser = speaker === 'user';
  let at = 0;
  return {
    speaker: isUser ? 'user' : 'agent',
    text,
    spans: [...spans]
      .sort((a, b) => a.start - b.start || b.end - a.end)
      // A bot's own name and a facility's, which count neither way, are nobody's.
      .filter(({ kind, kind9 }) => isUser || kind !== 'NAME' || kind9 !== null)
      .map((span) => ({ ...span, kind: kinds[span.kind] ?? span.kind }))
      .filter(({ kind }) => kindOf[kind] !== undefined)
      .flatMap(({ start, end, kind }) => {
        if (start < at) return [];
        at = end;
        return [{ start, end, kind, src: 'gold' }];
      }),
  };
}
