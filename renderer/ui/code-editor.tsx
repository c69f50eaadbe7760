import { useRef } from 'react';
import type { FieldControl } from './field.tsx';
import './code-editor.css';

/** A problem at a line, counted from 1. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

interface Props {
  readonly control: FieldControl;
  readonly value: string;
  readonly problems: readonly LineProblem[];
  readonly onChange: (value: string) => void;
}

/** A text editor with line numbers; it marks lines with problems. */
export function CodeEditor({ control, value, problems, onChange }: Props) {
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
