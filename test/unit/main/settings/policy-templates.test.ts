import { readdir, readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { templates } from '../../../../build/policy-templates/templates.ts';
import { preferencesId } from '../../../../main/settings/macos-policy.ts';
import { resolveSettings } from '../../../../main/settings/resolve-settings.ts';
import { settingKeys, settingMeta } from '../../../../main/settings/schema.ts';
import { emptyLayer } from '../../../../main/settings/settings-layer.ts';
import { readWindowsPolicy } from '../../../../main/settings/windows-policy.ts';
import { all, type Element, readXml } from '../../../support/desktop/read-xml.ts';

const made = templates();
const text = (name: string) => made[name] ?? '';
const [secrets, open] = [true, false].map((secret) =>
  settingKeys.filter((key) => (settingMeta(key).secret === true) === secret),
);
const layersWith = (values: Record<string, unknown>) => ({
  policy: { ok: true as const, values },
  user: emptyLayer,
  preset: emptyLayer,
  defaults: {},
});

describe('The templates of policies are made from the settings', () => {
  it('the templates are up to date: node build/policy-templates/generate.ts', async () => {
    const folder = 'build/policies';
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    expect(files).toHaveLength(Object.keys(made).length);
    for (const [name, wanted] of Object.entries(made)) {
      expect(await readFile(`${folder}/${name}`, 'utf8')).toBe(wanted);
    }
  });

  it('the templates offer every setting except secrets', () => {
    const admx = readXml(text('windows/voice-phi-proxy.admx'));
    expect(all(admx, 'policy').map(({ attributes }) => attributes['name'])).toEqual(open);
    const schema = JSON.parse(text('policies.schema.json'));
    expect(Object.keys(schema.properties)).toEqual(['$schema', ...(open ?? [])]);
    for (const name of Object.keys(made)) {
      if (name === 'README.md') continue;
      for (const secret of secrets ?? []) expect(made[name]).not.toContain(secret);
    }
  });
});

describe('Windows accepts the group policy template', () => {
  const admx = readXml(text('windows/voice-phi-proxy.admx'));
  const adml = readXml(text('windows/en-US/voice-phi-proxy.adml'));
  const attribute = (name: string) => (element: Element) => element.attributes[name] ?? '';
  const strings = all(adml, 'string').map(attribute('id'));
  const presentations = new Map(
    all(adml, 'presentation').map((element) => [attribute('id')(element), element]),
  );

  it('the group policy template defines each used text once, and no others', () => {
    const used = [...text('windows/voice-phi-proxy.admx').matchAll(/\$\(string\.(\w+)\)/g)];
    expect(new Set(used.map(([, id]) => id))).toEqual(new Set(strings));
    expect(new Set(strings).size).toBe(strings.length);
    for (const { text: shown } of all(adml, 'string')) expect(shown.trim()).not.toBe('');
  });

  it('each policy of the template has a title, an explanation, a category and a version', () => {
    const categories = all(admx, 'category').map(attribute('name'));
    const versions = all(admx, 'definition').map(attribute('name'));
    for (const policy of all(admx, 'policy')) {
      expect(policy.attributes).toMatchObject({
        class: 'Machine',
        displayName: expect.stringMatching(/^\$\(string\.\w+\)$/),
        explainText: expect.stringMatching(/^\$\(string\.\w+\)$/),
        key: 'SOFTWARE\\Policies\\VoicePhiProxy',
      });
      expect(policy.attributes['name']).toMatch(/^[A-Za-z0-9_]+$/);
      const [category, version] = policy.children;
      expect(categories).toContain(category?.attributes['ref']);
      expect(versions).toContain(version?.attributes['ref']);
    }
    for (const parent of all(admx, 'category').flatMap(({ children }) => children)) {
      expect(categories).toContain(parent.attributes['ref']);
    }
  });

  it('each value of the template has a field of its type in the editor', () => {
    const fields: Record<string, string> = {
      decimal: 'decimalTextBox',
      enum: 'dropdownList',
      text: 'textBox',
    };
    for (const policy of all(admx, 'policy')) {
      const name = attribute('name')(policy);
      const [element] = all(policy, 'elements').flatMap(({ children }) => children);
      if (element === undefined) {
        expect(policy.attributes['valueName']).toBe(name);
        expect(all(policy, 'enabledValue')).toHaveLength(1);
        continue;
      }
      expect([element.attributes['id'], element.attributes['valueName']]).toEqual([name, name]);
      expect(policy.attributes['presentation']).toBe(`$(presentation.${name})`);
      const [field] = presentations.get(name)?.children ?? [];
      expect([field?.name, field?.attributes['refId']]).toEqual([fields[element.name], name]);
    }
  });

  it('the template writes the registry values that the app reads', async () => {
    const lines = all(admx, 'policy').flatMap((policy) => {
      const name = attribute('name')(policy);
      const [decimal] = all(policy, 'decimal');
      const [choice] = all(policy, 'string');
      const number = Number(decimal?.attributes['value'] ?? decimal?.attributes['minValue']);
      // Two ports must differ, and what goes with another setting is left to it.
      if (/^(?:port|updates|signInIssuer)$/.test(name)) return [];
      if (decimal !== undefined) return [`    ${name}    REG_DWORD    0x${number.toString(16)}`];
      return choice === undefined ? [] : [`    ${name}    REG_SZ    ${choice.text}`];
    });
    const policy = await readWindowsPolicy((args) =>
      Promise.resolve(
        args[1]?.endsWith('VoicePhiProxy') === true
          ? lines.join('\r\n')
          : 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\VoicePhiProxy',
      ),
    );
    expect(policy.ok && Object.keys(policy.values).length).toBe(lines.length);
    expect(resolveSettings({ ...layersWith({}), policy }).problems).toEqual([]);
  });
});

describe('macOS accepts the configuration profile', () => {
  const source = text('macos/voice-phi-proxy.mobileconfig');

  it("the profile applies to the machine and the app's preferences", () => {
    const profile = readXml(source);
    const values = all(profile, 'string').map(({ text: value }) => value);
    expect(values).toEqual(expect.arrayContaining(['System', preferencesId]));
  });

  it('the profile is still valid with every setting uncommented', () => {
    const whole = source.replace(/<!-- (?!Replace|Take)[^\n]*\n([\s\S]*?)\n\s*-->/g, '$1');
    const dictionaries = all(readXml(whole), 'dict');
    const settings = dictionaries.at(-1)?.children ?? [];
    const names = settings.filter(({ name }) => name === 'key').map(({ text: key }) => key);
    expect(names.filter((name) => !name.startsWith('Payload'))).toEqual(open);
  });

  it('the profile names the packed app', async () => {
    expect(await readFile('electron-builder.yml', 'utf8')).toContain(`appId: ${preferencesId}\n`);
  });
});

describe('The example and the schema of JSON policies agree with the app', () => {
  const example = JSON.parse(text('linux/policies.example.json'));
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(text('policies.schema.json')));

  it('the schema accepts what the app accepts', () => {
    expect(validate(example)).toBe(true);
    expect(resolveSettings(layersWith(example)).problems).toEqual([]);
    expect(Object.keys(example).length).toBeGreaterThan(3);
  });

  it.each([
    { port: '8787' },
    { port: 0 },
    { tunnelProvider: 'pigeon' },
    { startAtLogin: 1 },
    { upstreamApiKey: 'sk' },
    { ingresPort: 9000 },
    { host: '' },
  ])('schema and app both refuse %j', (values) => {
    expect(validate(values)).toBe(false);
    expect(resolveSettings(layersWith(values)).problems).toHaveLength(1);
  });

  it('schema and app both allow null for settings without a default', () => {
    expect(validate({ callsUrl: '' })).toBe(true);
    expect(resolveSettings(layersWith({ callsUrl: '' })).problems).toEqual([]);
  });
});
