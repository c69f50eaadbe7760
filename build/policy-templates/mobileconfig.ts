import { preferencesId } from '../../main/settings/macos-policy.ts';
import { escapeXml, type PolicySetting, policySettings } from './policy-settings.ts';

/** A configuration profile for macOS without any setting; each setting is in a comment. */
export function mobileconfig(): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key>
  <string>Configuration</string>
  <key>PayloadVersion</key>
  <integer>1</integer>
  <key>PayloadIdentifier</key>
  <string>${preferencesId}.profile</string>
  <!-- Replace both UUIDs with your own: uuidgen -->
  <key>PayloadUUID</key>
  <string>00000000-0000-4000-8000-000000000001</string>
  <key>PayloadDisplayName</key>
  <string>Voice PHI Proxy</string>
  <key>PayloadScope</key>
  <string>System</string>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key>
      <string>${preferencesId}</string>
      <key>PayloadVersion</key>
      <integer>1</integer>
      <key>PayloadIdentifier</key>
      <string>${preferencesId}.settings</string>
      <key>PayloadUUID</key>
      <string>00000000-0000-4000-8000-000000000002</string>
      <key>PayloadDisplayName</key>
      <string>Voice PHI Proxy settings</string>
      <!-- Take a setting out of its comment to decide it; an empty string keeps a text unset. -->
${policySettings.map(entry).join('\n')}
    </dict>
  </array>
</dict>
</plist>
`;
}

function entry(setting: PolicySetting): string {
  const { key, title, description } = setting;
  return `      <!-- ${escapeXml(title)}: ${escapeXml(description)}${offered(setting)}
      <key>${key}</key>
      ${value(setting)}
      -->`;
}

function offered({ choices }: PolicySetting): string {
  return choices.length === 0 ? '' : ` One of ${choices.join(', ')}.`;
}

function value({ type, default: usual, range }: PolicySetting): string {
  if (type === 'boolean') return usual === true ? '<true/>' : '<false/>';
  if (type === 'integer') return `<integer>${usual ?? range.min}</integer>`;
  return `<string>${escapeXml(String(usual ?? ''))}</string>`;
}
