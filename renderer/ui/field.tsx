import { type ReactNode, useId } from 'react';

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

/** What the control inside a field must carry. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly children: (control: FieldControl) => ReactNode;
}

/** A labelled control with its hint and what is wrong with it. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': `${id}-hint ${id}-problem`,
        'aria-invalid': problem !== undefined,
      })}
      {hint === undefined ? null : (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <span className="problem" id={`${id}-problem`} aria-live="polite">
        {problem}
      </span>
    </div>
  );
}
