export type Theme = 'system' | 'light' | 'dark';

const key = 'portal-theme';

/** The chosen theme; what the system says when none was chosen. */
export function chosenTheme(): Theme {
  const kept = localStorage.getItem(key);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(key, theme);
  showTheme(theme);
}

export function showTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}
