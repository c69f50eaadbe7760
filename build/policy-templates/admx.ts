import { escapeXml, groupTitles, type PolicySetting, policySettings } from './policy-settings.ts';

const registryKey = 'SOFTWARE\\Policies\\VoicePhiProxy';
const schema = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions';

/** Group policy template: the settings. */
export function admx(): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions xmlns="${schema}" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="voicephiproxy" namespace="VoicePhiProxy.Policies.Desktop" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="SUPPORTED_VoicePhiProxy" displayName="$(string.SUPPORTED_VoicePhiProxy)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="VoicePhiProxy" displayName="$(string.VoicePhiProxy)" />
${Object.keys(groupTitles).map(category).join('\n')}
  </categories>
  <policies>
${policySettings.map(policy).join('\n')}
  </policies>
</policyDefinitions>
`;
}

/** Its English strings: titles, explanations and fields of the editor. */
export function adml(): string {
  const strings = [
    ['VoicePhiProxy', 'Voice PHI Proxy'],
    ['SUPPORTED_VoicePhiProxy', 'Voice PHI Proxy 0.1 and later'],
    ...Object.entries(groupTitles).map(([group, title]) => [`category_${group}`, title] as const),
    ...policySettings.flatMap(stringsOf),
  ] as const;
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources xmlns="${schema}" revision="1.0" schemaVersion="1.0">
  <displayName>Voice PHI Proxy</displayName>
  <description>Settings of the Voice PHI Proxy desktop app and of its service.</description>
  <resources>
    <stringTable>
${strings.map(([id, text]) => `      <string id="${id}">${escapeXml(text)}</string>`).join('\n')}
    </stringTable>
    <presentationTable>
${policySettings.filter(hasField).map(presentation).join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

function category(group: string): string {
  return `    <category name="${group}" displayName="$(string.category_${group})">
      <parentCategory ref="VoicePhiProxy" />
    </category>`;
}

function policy(setting: PolicySetting): string {
  const { key, group } = setting;
  const value = hasField(setting)
    ? ` presentation="$(presentation.${key})"`
    : ` valueName="${key}"`;
  return `    <policy name="${key}" class="Machine" displayName="$(string.${key})" explainText="$(string.${key}_explain)" key="${registryKey}"${value}>
      <parentCategory ref="${group}" />
      <supportedOn ref="SUPPORTED_VoicePhiProxy" />
${content(setting)}
    </policy>`;
}

/** A switch needs no field beyond enabled and disabled. */
function hasField({ type }: PolicySetting): boolean {
  return type !== 'boolean';
}

function content({ key, type, range, choices }: PolicySetting): string {
  const named = `id="${key}" valueName="${key}"`;
  switch (type) {
    case 'boolean':
      return `      <enabledValue>
        <decimal value="1" />
      </enabledValue>
      <disabledValue>
        <decimal value="0" />
      </disabledValue>`;
    case 'integer':
      return `      <elements>
        <decimal ${named} required="true" minValue="${range.min}" maxValue="${range.max}" />
      </elements>`;
    case 'choice':
      return `      <elements>
        <enum ${named} required="true">
${choices.map((choice) => item(key, choice)).join('\n')}
        </enum>
      </elements>`;
    case 'string':
      return `      <elements>
        <text ${named} maxLength="1023" />
      </elements>`;
  }
}

function item(key: string, choice: string): string {
  return `          <item displayName="$(string.${key}_${choice})">
            <value>
              <string>${escapeXml(choice)}</string>
            </value>
          </item>`;
}

function stringsOf(setting: PolicySetting): readonly (readonly [id: string, text: string])[] {
  const { key, title, description, choices } = setting;
  return [
    [key, title],
    [`${key}_explain`, [description, usage(setting)].join('\n\n')],
    ...choices.map((choice) => [`${key}_${choice}`, choice] as const),
  ];
}

function usage({ type, default: usual }: PolicySetting): string {
  const unset =
    type === 'string' && usual === null ? ' Enabled with an empty field, it stays unset.' : '';
  const values = type === 'boolean' ? ' Disabled switches it off.' : '';
  const otherwise =
    usual === null
      ? 'Not configured, users decide.'
      : `Not configured, users decide; the default is ${usual}.`;
  return `Enabled, users cannot change it.${values}${unset} ${otherwise}`;
}

function presentation({ key, type, title, default: usual }: PolicySetting): string {
  const label = escapeXml(title);
  const shown = usual === null ? '' : ` defaultValue="${escapeXml(String(usual))}"`;
  const field = {
    integer: `<decimalTextBox refId="${key}"${shown} spin="false">${label}</decimalTextBox>`,
    choice: `<dropdownList refId="${key}" noSort="true">${label}</dropdownList>`,
    string: `<textBox refId="${key}"><label>${label}</label></textBox>`,
    boolean: '',
  }[type];
  return `      <presentation id="${key}">
        ${field}
      </presentation>`;
}
