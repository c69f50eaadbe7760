import { useEffect, useRef, useState } from 'react';
import { TextField } from './field.tsx';

/** How long typing rests before the list is asked for, in milliseconds. */
const typingMs = 300;

interface Props {
  readonly label: string;
  readonly title?: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * Text that changes a filter when typing rests. The filter may follow late, when somebody types on: it changes the text only to
 * what was never typed here, such as the filter of a link.
 */
export function RestingSearch({ label, title, hint, value, onChange }: Props) {
  const [typed, type] = useState(value);
  /** What was typed and has not come back as the filter, the oldest first. */
  const sent = useRef<string[]>([]);
  useEffect(() => {
    const at = sent.current.indexOf(value);
    sent.current = at < 0 ? [] : sent.current.slice(at + 1);
    if (at < 0) type(value);
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the wait
  useEffect(() => {
    const text = typed.trim();
    if (text === (sent.current.at(-1) ?? value)) return;
    const timer = setTimeout(() => {
      sent.current.push(text);
      onChange(text);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextField
      label={label}
      {...(title !== undefined && { title })}
      type="search"
      placeholder={hint}
      maxLength={128}
      value={typed}
      onChange={type}
    />
  );
}
