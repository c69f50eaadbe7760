import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ApplianceApi } from '../../main/ipc/schema.ts';
import { appliance, type ConnectedAppliance, useAppliance } from '../lib/appliance.ts';
import { relevantSettings } from '../lib/setting-draft.ts';
import { applianceStrings as strings } from '../lib/strings/appliance.ts';
import { useSettingChanges } from '../lib/use-setting-changes.ts';
import { QueryResult } from '../ui/answer.tsx';
import { Page } from '../ui/page.tsx';
import { SettingFields } from '../ui/setting-fields.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { DesktopOnly } from './absent.tsx';
import { groupsOf, type SettingGroup } from './setting-groups.ts';
import { SettingsBar } from './settings-bar.tsx';
import './appliance.css';

const settingsStrings = strings.settings;
const route = getRouteApi('/appliance/settings');

/** Every setting of the app and of the service it runs. */
export function SettingsPage() {
  return appliance === undefined ? <DesktopOnly /> : <Settings api={appliance} />;
}

function Settings({ api }: { readonly api: ApplianceApi }) {
  return (
    <Page
      title={settingsStrings.title}
      intro={
        <>
          <Link to="/appliance">{settingsStrings.back}</Link> · {settingsStrings.intro}
        </>
      }
    >
      <QueryResult query={useAppliance(api)}>{(state) => <Groups api={api} state={state} />}</QueryResult>
    </Page>
  );
}

function Groups({ api, state }: ConnectedAppliance) {
  const { settings } = state;
  const groups = groupsOf(settings);
  const { group = groups[0] ?? 'service' } = route.useSearch();
  const navigate = useNavigate();
  const changes = useSettingChanges(api, settings);
  const shown = relevantSettings(settings, changes.draft);
  const label = (name: SettingGroup) => {
    const count = changes.changed.filter((setting) => setting.group === name).length;
    return count === 0 ? settingsStrings.groups[name] : settingsStrings.changedIn(settingsStrings.groups[name], count);
  };
  return (
    <form
      className="settings-page"
      onSubmit={(event) => {
        event.preventDefault();
        changes.save();
      }}
    >
      <Tabs
        label={settingsStrings.tabs}
        value={group}
        onChange={(name) =>
          void navigate({
            to: '/appliance/settings',
            search: { group: name as SettingGroup },
            replace: true,
          })
        }
        tabs={groups.map((name) => ({
          value: name,
          label: label(name),
          panel: (
            <div className="card">
              <SettingFields
                settings={shown.filter((setting) => setting.group === name)}
                changes={changes}
              />
            </div>
          ),
        }))}
      />
      <SettingsBar api={api} state={state} changes={changes} />
    </form>
  );
}
