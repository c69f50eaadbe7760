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
 * A field that changes a filter when typing rests. The filter may follow late, when somebody types on: what they type stays. A date is a filter once it is whole, and none once an empty one is left.
 */
export function RestingField({ hint, type = 'search', value, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState(value);
  /** What was typed and has not come back as the filter, the oldest first. */
  const sent = useRef<readonly string[]>([]);
  const filter = useRef(value);
  const text = typed.trim();
  const send = () => {
    if (text === (sent.current.at(-1) ?? filter.current)) return;
    sent.current = [...sent.current, text];
    onChange(text);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the filter changes what was typed
  useEffect(() => {
    filter.current = value;
    const after = afterFilter({ text: typed, sent: sent.current }, value);
    sent.current = after.sent;
    if (after.text !== typed) setTyped(after.text);
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

/** What a field of a filter shows, and what was typed in it and has not come back as the filter, the oldest first. */
export interface AwaitedFilter {
  readonly text: string;
  readonly sent: readonly string[];
}

/**
 * The field once its filter has become `value`: that is what was typed, or what became of it, such as the maximum of a
 * number, or another page's. What somebody has typed since then stays.
 */
export function afterFilter({ text, sent }: AwaitedFilter, value: string): AwaitedFilter {
  const at = sent.indexOf(value);
  if (at >= 0) return { text, sent: sent.slice(at + 1) };
  const [oldest, ...newer] = sent;
  return oldest === undefined || text.trim() === oldest
    ? { text: value, sent: [] }
    : { text, sent: newer };
}
