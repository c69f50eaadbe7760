import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Platform, platforms } from '../../renderer/agents/platforms/strings.ts';
import { pageSteps, platformPage } from '../support/platform-pages.ts';

const headings = [
  'What you need',
  'Steps',
  'Authentication',
  'Call ids',
  'Functions and transfer',
  'End of call',
  'What the platform keeps',
  'What was tried',
];

const pages = readdirSync('docs/platforms')
  .map((file) => file.replace(/\.md$/, ''))
  .filter((name) => name !== 'README');

describe.each(pages)('docs/platforms/%s.md', (name) => {
  it('answers the same questions as the other pages', () => {
    const found = [...platformPage(name).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(found).toEqual(headings);
  });

  it('says under "Call ids" how this platform names a call', () => {
    const [, section = ''] = /^## Call ids\n([\s\S]*?)^## /m.exec(platformPage(name)) ?? [];
    expect(section).toMatch(
      /x-voice-call-id|default_?headers|extra_headers|header of step|call\.id|callSid|part of the address/i,
    );
  });

  it('is in the index', () => {
    expect(platformPage('README')).toContain(`(${name}.md)`);
  });
});

describe.each(Object.entries<Platform>(platforms))('the steps of %s', (name, { steps }) => {
  it('are the same in the portal and on the page', () => {
    expect(pageSteps(name)).toEqual(steps);
  });

  it('say in words what to set: the name of a setting stands only in a line to copy', () => {
    for (const { text } of steps) expect(text).not.toContain('SVC_');
  });
});
