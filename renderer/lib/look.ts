/** What people choose about the look of the portal; the first of each is the default. */
export const looks = {
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
} as const;

export type Look = keyof typeof looks;

/** The choice that this browser keeps. */
export function savedLook(look: Look): string {
  const kept = localStorage.getItem(`portal-${look}`);
  return looks[look].find((choice) => choice === kept) ?? looks[look][0];
}

export function saveLook(look: Look, choice: string): void {
  localStorage.setItem(`portal-${look}`, choice);
  applyLook(look, choice);
}

/** Style sheets read the choice from the root element. */
export function applyLook(look: Look, choice: string): void {
  document.documentElement.dataset[look] = choice;
}
