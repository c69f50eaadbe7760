import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

export interface Tab {
  readonly value: string;
  readonly label: string;
  readonly panel: ReactNode;
}

interface Props {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** Tabs with panels; arrow keys move between them. */
export function Tabs({ label, tabs, value, onChange }: Props) {
  const [first] = tabs;
  return (
    <Primitive.Root
      {...(value === undefined ? { defaultValue: first?.value ?? '' } : { value })}
      {...(onChange === undefined ? {} : { onValueChange: onChange })}
    >
      <Primitive.List className="tabs-list" aria-label={label}>
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.value} value={tab.value} className="tabs-tab">
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="tabs-panel">
          {tab.panel}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
