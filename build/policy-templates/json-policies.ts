import { z } from 'zod';
import { settingForms } from '../../main/settings/schema.ts';
import { policySettings } from './policy-settings.ts';

/** Settings that many clinics will set, with their defaults. */
const exampleKeys: readonly string[] = [
  'host',
  'logLevel',
  'tunnelProvider',
  'startAtLogin',
  'updates',
];

/** An example of `/etc/voice-phi-proxy/policies.json`. */
export function examplePolicies(): string {
  const chosen = policySettings.filter(({ key }) => exampleKeys.includes(key));
  return json(Object.fromEntries(chosen.map((setting) => [setting.key, setting.default])));
}

/** JSON Schema of `policies.json` and of the macOS preferences of device management. */
export function policiesSchema(): string {
  const properties = policySettings.map((setting) => {
    const { key, title, description, default: usual } = setting;
    const { $schema: _, ...form } = z.toJSONSchema(settingForms[key], { io: 'input' });
    const value = usual === null ? { anyOf: [form, { enum: ['', null] }] } : form;
    return [key, { title, description, ...(usual !== null && { default: usual }), ...value }];
  });
  return json({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Voice PHI Proxy',
    description: "Settings that the machine's policy decides; users cannot change them.",
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(properties) },
    additionalProperties: false,
  });
}

/** Short lists are on one line. */
function json(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  const lists = /\[\n\s+((?:"[^"]*"|null)(?:,\n\s+(?:"[^"]*"|null))*)\n\s+\]/g;
  return `${text.replace(lists, (_, items: string) => `[${items.replace(/\n\s+/g, ' ')}]`)}\n`;
}
