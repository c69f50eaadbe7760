import type { FieldControl } from './field.tsx';

interface SelectProps {
  readonly control: FieldControl;
  readonly value: string;
  /** Values with their labels. */
  readonly options: readonly (readonly [string, string])[];
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}

/** One of several, the browser's own. */
export function Select({ control, value, options, disabled = false, onChange }: SelectProps) {
  return (
    <select
      {...control}
      className="select"
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  );
}
