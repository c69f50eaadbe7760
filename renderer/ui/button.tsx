import type { ButtonHTMLAttributes } from 'react';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet';
  /** While true it says so and cannot be pressed again. */
  readonly busy?: boolean;
}

export function Button({
  look = 'plain',
  busy = false,
  disabled,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className="button"
      data-look={look}
      disabled={busy || disabled}
      aria-busy={busy}
    />
  );
}
