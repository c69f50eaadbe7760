import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

interface Props<Name extends string> {
  readonly label: string;
  /** Labels of the tabs. */
  readonly names: Readonly<Record<NoInfer<Name>, string>>;
  /** Panels of the tabs, in display order; a tab without one is left out. */
  readonly panels: { readonly [Each in Name]?: ReactNode };
  readonly value?: string;
  readonly onChange?: (name: string) => void;
}

/** Tabs with panels; arrow keys move between them. */
export function Tabs<Name extends string>({ label, names, panels, value, onChange }: Props<Name>) {
  const tabs = Object.keys(panels) as Name[];
  return (
    <Primitive.Root
      {...(value === undefined ? { defaultValue: tabs[0] ?? '' } : { value })}
      {...(onChange === undefined ? {} : { onValueChange: onChange })}
    >
      <Primitive.List className="tabs-list" aria-label={label}>
        {tabs.map((name) => (
          <Primitive.Trigger key={name} value={name} className="tabs-tab">
            {names[name]}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((name) => (
        <Primitive.Content key={name} value={name} className="tabs-panel">
          {panels[name]}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
