import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AddedMark } from '../../server/contract/marks.ts';
import { api } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/feedback.tsx';
import { Form, SelectField, TextField } from '../ui/field.tsx';
import { kindName, kindNames } from '../ui/kind-names.ts';
import { commonStrings } from '../ui/strings.ts';
import { callStrings } from './strings.ts';
import type { TextRow } from './turn-rows.ts';

const markingStrings = callStrings.marking;

/** A part of the text of one row. */
export interface Words {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** What somebody is about to mark. */
export type MarkDraft =
  | { readonly mistake: 'missed'; readonly words?: Words; readonly said?: string }
  | { readonly mistake: 'false_hit'; readonly kind: string; readonly words: Words };

interface DialogProps<Mistake extends MarkDraft['mistake']> {
  readonly callId: string;
  readonly draft: Extract<MarkDraft, { mistake: Mistake }>;
  /** The texts of the call, in order. */
  readonly rows: () => readonly TextRow[];
  readonly onAdded: (added: AddedMark) => void;
  readonly onClose: () => void;
}

/** Asks for the words that were overlooked, and what they are. */
export function MissedDialog({ draft, rows, ...props }: DialogProps<'missed'>) {
  const [value, setValue] = useState(() => wordsOf(rows(), draft.words) || (draft.said ?? ''));
  const [kind, setKind] = useState('NAME');
  const { error, isPending, mutate } = useAddMark(props);
  const found = findWords(rows(), value.trim(), draft.words);
  return (
    <Dialog title={markingStrings.missedTitle} onClose={props.onClose}>
      <Form
        onSubmit={() => {
          if (found !== undefined) mutate({ mistake: 'missed', kind, ...found });
        }}
      >
        <TextField
          label={markingStrings.words}
          hint={wordsHint(rows(), value, found !== undefined)}
          required
          maxLength={200}
          autoComplete="off"
          value={value}
          onChange={setValue}
        />
        <SelectField
          label={markingStrings.kind}
          value={kind}
          options={Object.entries(kindNames)}
          onChange={setKind}
        />
        <Failure error={error} />
        <div className="dialog-foot">
          <Button onClick={props.onClose}>{commonStrings.cancel}</Button>
          <Button type="submit" variant="primary" busy={isPending} disabled={found === undefined}>
            {markingStrings.mark}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function wordsHint(rows: readonly TextRow[], value: string, isFound: boolean): string {
  if (rows.every(({ regulated }) => regulated === undefined)) return markingStrings.valuesHidden;
  return isFound || value.trim() === '' ? markingStrings.wordsHint : markingStrings.notSaid;
}

/** Asks whether a masked value is not private. */
export function FalseHitDialog({ draft, rows, ...props }: DialogProps<'false_hit'>) {
  const { error, isPending, mutate } = useAddMark(props);
  const { kind, words } = draft;
  const row = rows().find(({ key }) => key === words.key);
  if (row === undefined) return null;
  return (
    <ConfirmDialog
      title={markingStrings.falseHitTitle}
      button={markingStrings.falseHit}
      busy={isPending}
      error={error}
      onConfirm={() => mutate({ mistake: 'false_hit', kind, row, ...words })}
      onClose={props.onClose}
    >
      <p>{markingStrings.falseHitText(wordsOf([row], words), kindName(kind))}</p>
    </ConfirmDialog>
  );
}

interface NewMark {
  readonly mistake: MarkDraft['mistake'];
  readonly kind: string;
  readonly row: TextRow;
  readonly start: number;
  readonly end: number;
}

function useAddMark({ callId, onAdded, onClose }: Omit<DialogProps<never>, 'draft' | 'rows'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ mistake, kind, row, start, end }: NewMark) => {
      const { turn, speaker, regulated = '' } = row;
      const body = { mistake, kind, turn, speaker, ...sentenceAround(regulated, start, end) };
      return api<AddedMark>(`/sessions/${callId}/marks`, { method: 'POST', body });
    },
    onSuccess: (added) => {
      onAdded(added);
      onClose();
      return client.invalidateQueries({ queryKey: ['marks'] });
    },
  });
}

function wordsOf(rows: readonly TextRow[], words: Words | undefined): string {
  const row = rows.find(({ key }) => key === words?.key);
  return row?.regulated?.slice(words?.start, words?.end).trim() ?? '';
}

/** Where a value was said: in the selected words, else in the newest text that has it. */
function findWords(
  rows: readonly TextRow[],
  value: string,
  selected: Words | undefined,
): Pick<NewMark, 'row' | 'start' | 'end'> | undefined {
  if (value === '') return undefined;
  const inSelected = rows.find(({ key }) => key === selected?.key);
  const at = inSelected?.regulated?.indexOf(value, selected?.start) ?? -1;
  if (inSelected !== undefined && at >= 0)
    return { row: inSelected, start: at, end: at + value.length };
  const places = rows.map((row) => ({
    row,
    start: (row.regulated ?? '').toLowerCase().lastIndexOf(value.toLowerCase()),
  }));
  const place = places.findLast(({ start }) => start >= 0);
  return place && { ...place, end: place.start + value.length };
}

/** Most characters of a text on each side of a value. */
const maxSide = 400;

/** A piece of a text, and where the value stands in it. */
interface Sentence {
  readonly text: string;
  readonly span: readonly [number, number];
}

/** The sentence that holds [start, end) of a text: up to the ends of sentences or lines on both sides. */
export function sentenceAround(text: string, start: number, end: number): Sentence {
  const before = text.slice(Math.max(0, start - maxSide), start);
  const after = text.slice(end, end + maxSide);
  const breaks = [...before.matchAll(/[.!?]\s|\n/g)];
  const last = breaks.at(-1);
  const from = start - before.length + (last === undefined ? 0 : last.index + last[0].length);
  const stop = /[.!?](?=\s)|\n/.exec(after);
  const to = end + (stop === null ? after.length : stop.index + (stop[0] === '\n' ? 0 : 1));
  return { text: text.slice(from, to), span: [start - from, end - from] };
}
