import type { ButtonHTMLAttributes } from 'react';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: 'plain' | 'primary' | 'danger' | 'quiet';
  /** Disables the button while the action runs. */
  readonly busy?: boolean;
}

export function Button({
  variant = 'plain',
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
      data-look={variant}
      disabled={busy || disabled}
      aria-busy={busy}
    />
  );
}
