export type Theme = 'system' | 'light' | 'dark';

const key = 'portal-theme';

/** The chosen theme; `system` if none was chosen. */
export function savedTheme(): Theme {
  const kept = localStorage.getItem(key);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function saveTheme(theme: Theme): void {
  localStorage.setItem(key, theme);
  applyTheme(theme);
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}
