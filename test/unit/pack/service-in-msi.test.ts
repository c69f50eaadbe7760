import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withServiceMode } from '../../../build/win/service-in-msi.ts';

const template = await readFile(
  join(import.meta.dirname, '../../../node_modules/app-builder-lib/templates/msi/template.xml'),
  'utf8',
);

describe('service mode in the MSI', () => {
  it('is put into the project that electron-builder writes', () => {
    const project = withServiceMode(template);
    expect(project).toMatch(/<Custom Action="InstallService" After="InstallFiles">SERVICE = "1"/);
    expect(project).toMatch(/<Custom Action="RemoveService" Before="RemoveFiles">REMOVE = "ALL"/);
    expect(project.indexOf('RemoveService')).toBeLessThan(project.indexOf('</Product>'));
  });

  it('defines each action that it runs, and runs each that it defines', () => {
    const project = withServiceMode(template);
    const names = (pattern: RegExp) =>
      [...project.matchAll(pattern)].map(([, name]) => name ?? '').sort();
    const defined = names(/<CustomAction Id="(\w+Service)"/g);
    expect(defined).toHaveLength(4);
    expect(names(/<Custom Action="(\w+Service)"/g)).toEqual(defined);
  });

  it('stops the build when a later electron-builder has no place for it', () => {
    expect(() => withServiceMode('<Wix><Package/></Wix>')).toThrow('no single end');
  });
});
