import { useEffect, useState } from 'react';
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

/** Text that changes a filter when typing rests. */
export function RestingSearch({ label, title, hint, value, onChange }: Props) {
  const [typed, type] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the wait
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onChange(typed.trim()), typingMs);
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
