import type { Page } from 'playwright-core';
import { revealStrings } from '../../../renderer/reveal/strings.ts';

/** Reveals real values on the page, for the reason that the dialog proposes. */
export async function showValues(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: revealStrings.show, exact: true });
  await button.click();
  const dialog = page.getByRole('dialog', { name: revealStrings.title });
  await dialog.getByRole('button', { name: revealStrings.show }).click();
  await dialog.waitFor({ state: 'detached' });
}
