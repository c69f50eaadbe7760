import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ApplianceApi } from '../../main/ipc/schema.ts';
import { appliance, type SeenAppliance, useAppliance } from '../lib/appliance.ts';
import { relevantSettings } from '../lib/setting-draft.ts';
import { appliance as strings } from '../lib/strings/appliance.ts';
import { useSettingChanges } from '../lib/use-setting-changes.ts';
import { Answer } from '../ui/answer.tsx';
import { Page } from '../ui/page.tsx';
import { SettingFields } from '../ui/setting-fields.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Absent } from './absent.tsx';
import { groupsOf, type SettingGroup } from './setting-groups.ts';
import { SettingsBar } from './settings-bar.tsx';
import './appliance.css';

const words = strings.settings;
const route = getRouteApi('/appliance/settings');

/** Every setting of the app and of the service it runs. */
export function SettingsPage() {
  return appliance === undefined ? <Absent /> : <Settings api={appliance} />;
}

function Settings({ api }: { readonly api: ApplianceApi }) {
  return (
    <Page
      title={words.title}
      intro={
        <>
          <Link to="/appliance">{words.back}</Link> · {words.intro}
        </>
      }
    >
      <Answer query={useAppliance(api)}>{(state) => <Groups api={api} state={state} />}</Answer>
    </Page>
  );
}

function Groups({ api, state }: SeenAppliance) {
  const { settings } = state;
  const groups = groupsOf(settings);
  const { group = groups[0] ?? 'service' } = route.useSearch();
  const navigate = useNavigate();
  const changes = useSettingChanges(api, settings);
  const shown = relevantSettings(settings, changes.draft);
  const label = (name: SettingGroup) => {
    const count = changes.changed.filter((setting) => setting.group === name).length;
    return count === 0 ? words.groups[name] : words.changedIn(words.groups[name], count);
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
        label={words.tabs}
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
