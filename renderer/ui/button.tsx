import type { ButtonHTMLAttributes } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: 'plain' | 'primary' | 'danger' | 'quiet';
  /** Disables the button while the action runs. */
  readonly busy?: boolean;
  readonly icon?: IconName;
}

export function Button({
  variant = 'plain',
  busy = false,
  disabled,
  type = 'button',
  icon,
  children,
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
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  );
}
