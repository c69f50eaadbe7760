import type { SettingView } from '../../main/ipc/schema.ts';
import { settingKeys, settingMeta } from '../../main/settings/schema.ts';
import { groupTitles, type PolicySetting, policySettings } from './policy-settings.ts';

/** The settings that policies may set, and the secrets, for people. */
export function readme(): string {
  const groups = Object.keys(groupTitles) as SettingView['group'][];
  const secrets = settingKeys.filter((key) => settingMeta(key).secret === true);
  return `# Policies

The names are the same on all systems. An invalid value, an unknown name or an unreadable policy stops the
server until it is fixed.

| system | place of policies | how to make them |
|---|---|---|
| Windows | \`HKLM\\SOFTWARE\\Policies\\VoicePhiProxy\`: \`REG_SZ\`, \`REG_DWORD\` (switches: 0 or 1) | \`windows/voice-phi-proxy.admx\` with \`windows/en-US/voice-phi-proxy.adml\`, or Intune |
| macOS | \`/Library/Managed Preferences/app.voicephiproxy.desktop.plist\` | a configuration profile for the machine, made from \`macos/voice-phi-proxy.mobileconfig\` |
| Linux | \`/etc/voice-phi-proxy/policies.json\`, owned by root and writable only by root | \`linux/policies.example.json\` |

\`policies.schema.json\` describes the JSON form for editors and for tools that make profiles.

${groups.map(section).join('\n\n')}

## Secrets

Policies must not contain these, because every user of a machine can read its policies. The app stores them
with the keys; a systemd unit passes them to the service as credentials with these names:
${secrets.map((key) => `\`${key}\``).join(', ')}.
`;
}

function section(group: SettingView['group']): string {
  const rows = policySettings.filter((setting) => setting.group === group).map(row);
  return `## ${groupTitles[group]}

| name | meaning | values | default |
|---|---|---|---|
${rows.join('\n')}`;
}

function row(setting: PolicySetting): string {
  const { key, title, description, default: usual } = setting;
  const shown = usual === null ? 'unset' : `\`${usual}\``;
  return `| \`${key}\` | ${title}. ${cell(description)} | ${values(setting)} | ${shown} |`;
}

function values({ type, choices, range }: PolicySetting): string {
  if (type === 'choice') return choices.map((choice) => `\`${choice}\``).join(', ');
  if (type === 'integer') return `${range.min} to ${range.max}`;
  return type === 'boolean' ? 'true, false' : 'text';
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
