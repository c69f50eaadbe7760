import { useEffect, useRef, useState } from 'react';
import { dayOf } from '../lib/local-days.ts';
import { TextField } from './field.tsx';

/** How long typing rests before the list is asked for, in milliseconds. */
const typingMs = 300;

interface Props {
  readonly label: string;
  readonly title?: string;
  readonly hint?: string;
  readonly type?: 'search' | 'date' | 'number';
  readonly min?: string | number | undefined;
  readonly max?: string | number | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * A field that changes a filter when typing rests. The filter may follow late, when somebody types on: it changes the text only
 * to what was never typed here, such as the filter of a link. A date is a filter once it is whole, and none once an empty one is left.
 */
export function RestingField({ hint, type = 'search', value, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState(value);
  /** What was typed and has not come back as the filter, the oldest first. */
  const sent = useRef<string[]>([]);
  const text = typed.trim();
  const send = () => {
    if (text === (sent.current.at(-1) ?? value)) return;
    sent.current.push(text);
    onChange(text);
  };
  useEffect(() => {
    const at = sent.current.indexOf(value);
    sent.current = at < 0 ? [] : sent.current.slice(at + 1);
    if (at < 0) setTyped(value);
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the wait
  useEffect(() => {
    if (type === 'date' && dayOf(text) === undefined) return;
    const timer = setTimeout(send, typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextField
      {...rest}
      type={type}
      placeholder={hint}
      maxLength={128}
      value={typed}
      onChange={setTyped}
      onBlur={() => {
        if (type === 'date' && text === '') send();
      }}
    />
  );
}
