import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { TurnView } from '../../server/contract/live.ts';
import type { AddedMark } from '../../server/contract/marks.ts';
import type { Mark } from '../exposure/marks.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/feedback.tsx';
import { FalseHitDialog, type MarkDraft, MissedDialog, type Words } from './mark-dialogs.tsx';
import { callStrings } from './strings.ts';
import { rowsOf, type TextRow } from './turn-rows.ts';
import './marking.css';

const markingStrings = callStrings.marking;

/** Asks whether a masked value is private. */
type ChooseMark = (row: TextRow, mark: Mark) => void;

const MarkingContext = createContext<ChooseMark | undefined>(undefined);

/** What a click on a masked value does; undefined where nobody can mark. */
export const useMarking = (): ChooseMark | undefined => use(MarkingContext);

interface Props {
  readonly callId: string;
  /** Nothing can be marked while they hold no real values. */
  readonly turns: readonly TurnView[];
  /** Only the public side is kept: what was missed stands in it, and can be marked there. */
  readonly publicOnly?: boolean;
  readonly children: ReactNode;
}

/**
 * The texts of a call, in which people mark mistakes of detection: words that were overlooked by selecting
 * them or by typing them, and masked values that are not private by clicking them.
 */
export function MarkableCall({ callId, turns, publicOnly = false, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState<MarkDraft>();
  const [added, setAdded] = useState<AddedMark>();
  const selected = useSelectedWords(frame);
  const chooseMark = useMemo<ChooseMark>(
    () => (row, mark) => {
      const { kind, start, end } = mark;
      setDraft({ mistake: 'false_hit', kind, words: { key: row.key, start, end } });
    },
    [],
  );
  const revealed = turns.some(({ parts }) =>
    parts.some(({ regulated }) => regulated !== undefined),
  );
  const close = () => setDraft(undefined);
  const mayMark = useRefusal('addMark') === undefined;
  const rows = () => rowsToMark(turns, publicOnly);
  const dialog = { callId, rows, onAdded: setAdded, onClose: close };
  return (
    <MarkingContext value={revealed ? chooseMark : undefined}>
      {added === undefined ? null : <Effect {...added} />}
      <div ref={frame}>{children}</div>
      {revealed || (publicOnly && mayMark) ? (
        <MarkMissed
          hint={publicOnly ? markingStrings.publicHint : markingStrings.hint}
          onAsk={() => setDraft({ mistake: 'missed', said: selectedText(frame.current) })}
        />
      ) : null}
      {selected === undefined ? null : (
        <div className="marking-words" style={{ top: selected.top, left: selected.left }}>
          <Button
            variant="primary"
            // Keeps the selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setDraft({ mistake: 'missed', words: selected })}
          >
            {markingStrings.missed}
          </Button>
        </div>
      )}
      {draft?.mistake === 'missed' ? <MissedDialog draft={draft} {...dialog} /> : null}
      {draft?.mistake === 'false_hit' ? <FalseHitDialog draft={draft} {...dialog} /> : null}
    </MarkingContext>
  );
}

/** What a mark does to the call. */
function Effect({ effect, mark: { mistake } }: AddedMark) {
  return (
    <Notice tone={effect === 'unchanged' ? 'plain' : 'good'}>
      {markingStrings.effects[mistake]?.[effect] ?? markingStrings.saved}
    </Notice>
  );
}

/** Below the texts: a button for words that were overlooked. */
function MarkMissed({ hint, onAsk }: { readonly hint: string; readonly onAsk: () => void }) {
  return (
    <div className="marking-foot">
      {/* The press keeps the selection. */}
      <Button onMouseDown={(event) => event.preventDefault()} onClick={onAsk}>
        {markingStrings.missed}
      </Button>
      <span className="quiet">{hint}</span>
    </div>
  );
}

/** On the public side, what was sent stands for what was said. A text that was not sent has nothing to mark. */
function rowsToMark(turns: readonly TurnView[], publicOnly: boolean): readonly TextRow[] {
  const rows = turns.flatMap(rowsOf);
  if (!publicOnly) return rows;
  return rows.map((row) => (row.veiled === undefined ? row : { ...row, regulated: row.public }));
}

/** The selected words of the call, '' for none. */
function selectedText(frame: HTMLElement | null): string {
  const selection = document.getSelection();
  const isInside = frame !== null && selection?.anchorNode && frame.contains(selection.anchorNode);
  return isInside ? selection.toString().trim() : '';
}

interface SelectedWords extends Words {
  /** Where the selection ends in the window, in pixels. */
  readonly top: number;
  readonly left: number;
}

/** The words of one text of the call that are selected. */
function useSelectedWords(frame: RefObject<HTMLElement | null>): SelectedWords | undefined {
  const [selected, select] = useState<SelectedWords>();
  useEffect(() => {
    const update = () => select(selectedIn(frame.current));
    document.addEventListener('selectionchange', update);
    document.addEventListener('scroll', update, { capture: true, passive: true });
    return () => {
      document.removeEventListener('selectionchange', update);
      document.removeEventListener('scroll', update, { capture: true });
    };
  }, [frame]);
  return selected;
}

function selectedIn(frame: HTMLElement | null): SelectedWords | undefined {
  const selection = document.getSelection();
  if (frame === null || selection === null || selection.isCollapsed || selection.rangeCount === 0)
    return undefined;
  const range = selection.getRangeAt(0);
  const node = range.commonAncestorContainer;
  const element = node instanceof Element ? node : node.parentElement;
  const text = element?.closest<HTMLElement>('[data-text-of]');
  const key = text?.dataset['textOf'];
  if (!text || key === undefined || !frame.contains(text) || range.toString().trim() === '')
    return undefined;
  const before = range.cloneRange();
  before.selectNodeContents(text);
  before.setEnd(range.startContainer, range.startOffset);
  const start = before.toString().length;
  const { bottom, left } = range.getBoundingClientRect();
  return { key, start, end: start + range.toString().length, top: bottom + 4, left };
}
