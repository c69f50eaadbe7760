import type { ReactNode } from 'react';

/** A table that scrolls sideways where it does not fit, by keyboard as well. */
export function TableFrame({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
    <div className="table-frame" tabIndex={0}>
      {children}
    </div>
  );
}
