import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pageCss } from '../../../../main/window/status-page.ts';
import { portalWindowOptions } from '../../../../main/window/window-options.ts';

it('the window has the paper of its pages until the first is drawn, in light and in dark', () => {
  const [light, dark] = [false, true].map(
    (isDark) => portalWindowOptions('', { developing: false, isDark }).backgroundColor,
  );
  const paper = `--paper: light-dark(${light}, ${dark});`;
  expect(pageCss).toContain(paper);
  expect(readFileSync('renderer/ui/base.css', 'utf8')).toContain(paper);
});
