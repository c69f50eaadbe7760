import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
} from 'react';
import { problemAt } from '../lib/api.ts';

/** Why the service refused what the form sent; null for nothing. */
const FormError = createContext<unknown>(null);

interface FormProps {
  readonly className?: string;
  /** Why the service refused it: fields with a `path` show what is wrong with them. */
  readonly error?: unknown;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/**
 * A form that the page submits itself, once for a double click and for Enter held down. After a refusal,
 * the first wrong field has the focus.
 */
export function Form({ className = 'form', error = null, onSubmit, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error === null) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return (
    <FormError value={error}>
      <form
        ref={form}
        className={className}
        onClick={(event) => {
          const { detail: clicks, target } = event;
          const isSubmit = target instanceof Element && target.closest('[type="submit"]') !== null;
          if (isSubmit && clicks > 1) event.preventDefault();
        }}
        onKeyDown={(event) => {
          const { key, repeat, target } = event;
          const isLine = target instanceof HTMLInputElement || target instanceof HTMLButtonElement;
          if (key === 'Enter' && repeat && isLine) event.preventDefault();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </FormError>
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
  /** Its place in the request body of the form, such as `mail_server.port`. */
  readonly path?: string;
  readonly children: (control: FieldControl) => ReactNode;
}

/** A labelled control with its hint and its problem. */
export function Field({ label, hint, path, children, ...rest }: FieldProps) {
  const id = useId();
  const error = use(FormError);
  const problem = rest.problem ?? (path === undefined ? undefined : problemAt(error, path));
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
  extends Pick<FieldProps, 'label' | 'hint' | 'path'>,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A labelled line of text. */
export function TextField({ onChange, className, ...rest }: TextFieldProps) {
  const { label, hint, path, ...input } = rest;
  return (
    <Field label={label} hint={hint} {...(path !== undefined && { path })}>
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

interface CheckFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox with its label and what it means behind it. */
export function CheckField({ label, hint, checked, onChange }: CheckFieldProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        {label}
        <span className="hint">{hint}</span>
      </span>
    </label>
  );
}
