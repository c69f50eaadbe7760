import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

interface FormProps {
  readonly className?: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form that the page submits itself. */
export function Form({ className = 'form', onSubmit, children }: FormProps) {
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

interface SelectProps {
  readonly control: FieldControl;
  readonly value: string;
  /** Values with their labels. */
  readonly options: readonly (readonly [string, string])[];
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}

/** The browser's own select. */
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

/** A labelled control with its hint and its problem. */
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

interface SelectFieldProps
  extends Pick<FieldProps, 'label' | 'hint'>,
    Pick<SelectProps, 'value' | 'options' | 'onChange'> {}

/** A labelled select. */
export function SelectField({ label, hint, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => <Select control={control} {...select} />}
    </Field>
  );
}

interface TextFieldProps
  extends Pick<FieldProps, 'label' | 'hint'>,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A labelled line of text. */
export function TextField({ label, hint, onChange, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...input}
          {...control}
          className={`input ${className ?? ''}`}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
