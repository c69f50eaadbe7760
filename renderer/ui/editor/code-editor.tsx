import { type RefObject, useRef } from 'react';
import type { FieldControl } from '../field.tsx';
import './code-editor.css';

/** A problem at a line, counted from 1. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

interface Props {
  readonly control: FieldControl;
  readonly editor?: RefObject<HTMLTextAreaElement | null>;
  readonly value: string;
  readonly problems: readonly LineProblem[];
  readonly onChange: (value: string) => void;
}

/** Selects a line, counted from 1, and scrolls to it. */
export function goToLine(editor: HTMLTextAreaElement | null, line: number): void {
  if (editor === null) return;
  const lines = editor.value.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  editor.focus();
  editor.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  const lineHeight = Number.parseFloat(getComputedStyle(editor).lineHeight);
  editor.scrollTop = (line - 3) * lineHeight;
}

/** A text editor with line numbers; it marks lines with problems. */
export function CodeEditor({ control, editor, value, problems, onChange }: Props) {
  const gutter = useRef<HTMLOListElement>(null);
  const byLine = new Map(problems.map(({ line, message }) => [line, message]));
  return (
    <div className="yaml">
      <ol ref={gutter} className="yaml-lines" aria-hidden="true">
        {value.split('\n').map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
          <li key={index} data-problem={byLine.has(index + 1)} title={byLine.get(index + 1)}>
            {index + 1}
          </li>
        ))}
      </ol>
      <textarea
        {...control}
        ref={editor ?? null}
        className="yaml-text"
        value={value}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
        onChange={({ target }) => onChange(target.value)}
        onScroll={({ currentTarget }) => {
          if (gutter.current !== null) gutter.current.scrollTop = currentTarget.scrollTop;
        }}
      />
    </div>
  );
}
