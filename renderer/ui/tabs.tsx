import * as Primitive from '@radix-ui/react-tabs';
import { type ReactNode, useState } from 'react';

interface Props<Name extends string> {
  readonly label: string;
  /** Labels of the tabs. */
  readonly names: Readonly<Record<NoInfer<Name>, string>>;
  /** Panels of the tabs, in display order; a tab without one is left out. */
  readonly panels: { readonly [Each in Name]?: ReactNode };
  /** Panels that stay in the page once they were opened, with what was typed in them. */
  readonly kept?: readonly NoInfer<Name>[];
  readonly value?: string;
  readonly onChange?: (name: string) => void;
}

/** Tabs with panels; arrow keys move between them. */
export function Tabs<Name extends string>({
  label,
  names,
  panels,
  kept = [],
  ...rest
}: Props<Name>) {
  const tabs = Object.keys(panels) as Name[];
  const [chosen, choose] = useState<string>(tabs[0] ?? '');
  const { value = chosen, onChange = choose } = rest;
  // The tab is focused by a script when it is pressed, so browsers would show the ring of the keyboard.
  const [pressed, press] = useState<Name>();
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (!opened.includes(value)) setOpened([...opened, value]);
  return (
    <Primitive.Root value={value} onValueChange={onChange}>
      <Primitive.List className="tabs-list" aria-label={label}>
        {tabs.map((name) => (
          <Primitive.Trigger
            key={name}
            value={name}
            className="tabs-tab"
            data-pressed={pressed === name}
            onMouseDown={() => press(name)}
            onKeyDown={() => press(undefined)}
            onBlur={() => press(undefined)}
          >
            {names[name]}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((name) => (
        <Primitive.Content
          key={name}
          value={name}
          className="tabs-panel"
          {...(kept.includes(name) && opened.includes(name) && { forceMount: true })}
        >
          {panels[name]}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
