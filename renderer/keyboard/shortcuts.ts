/** A page that the menu shows. */
export interface MenuPage {
  readonly path: string;
  readonly label: string;
  /** After `g`. */
  readonly letter: string;
}

/** What a key asks for. */
export type Shortcut =
  | {
      readonly kind: 'search' | 'help' | 'palette' | 'prefix' | 'turnAfter' | 'turnBefore' | 'next';
    }
  | { readonly kind: 'page'; readonly path: string };

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const kinds: Readonly<Record<string, Exclude<Shortcut['kind'], 'page'>>> = {
  '/': 'search',
  '?': 'help',
  g: 'prefix',
  j: 'turnAfter',
  k: 'turnBefore',
  n: 'next',
};

/** The shortcut of a key; `afterG` is true if the key before it was `g`, `isTyping` in a field. */
export function shortcutOf(
  { key, ctrlKey, metaKey, altKey }: KeyPress,
  state: { readonly afterG: boolean; readonly isTyping: boolean },
  pages: readonly MenuPage[],
): Shortcut | undefined {
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') return { kind: 'palette' };
  if (state.isTyping || ctrlKey || metaKey || altKey) return undefined;
  if (state.afterG) {
    const page = pages.find(({ letter }) => letter === key);
    return page && { kind: 'page', path: page.path };
  }
  const kind = kinds[key];
  return kind && { kind };
}
