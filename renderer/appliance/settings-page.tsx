import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ApplianceApi, SettingView } from '../../main/ipc/schema.ts';
import { appliance, type ConnectedAppliance, useAppliance } from '../lib/appliance.ts';
import {
  relevantSettings,
  type SettingChanges,
  useSettingChanges,
} from '../lib/setting-changes.ts';
import { Failure, Notice, Problems, QueryResult } from '../ui/feedback.tsx';
import { Form } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { SettingFields } from '../ui/setting-fields.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { DesktopOnly } from './desktop-only.tsx';
import { groupFromSearch, groupsOf, type SettingGroup, titlesAwaiting } from './setting-groups.ts';
import { applianceStrings } from './strings.ts';
import './appliance.css';
import { RestartService } from '../ui/app-actions.tsx';
import { Button } from '../ui/button.tsx';
import { UnsavedChanges } from '../ui/unsaved-changes.tsx';

const settingsStrings = applianceStrings.settings;

interface SettingsBarProps extends ConnectedAppliance {
  readonly changes: SettingChanges;
}

/** Unsaved changes, why saving failed, and what saved changes wait for. */
function SettingsBar({ api, state, changes }: SettingsBarProps) {
  const { changed, problems, saved, saving, error } = changes;
  const titles = changed.map(({ title }) => title);
  const titleOf = (path: string) => state.settings.find(({ key }) => key === path)?.title;
  return (
    <div className="settings-bar">
      <UnsavedChanges dirty={changed.length > 0} />
      <Problems problems={problems} nameOf={titleOf} />
      <Failure error={error} />
      {saved.length === 0 ? null : <SavedNotice api={api} state={state} saved={saved} />}
      <div className="page-actions">
        <Button type="submit" variant="primary" disabled={changed.length === 0} busy={saving}>
          {settingsStrings.save}
        </Button>
        <Button disabled={Object.keys(changes.draft).length === 0} onClick={changes.discard}>
          {settingsStrings.discard}
        </Button>
        <p className="wait">
          {titles.length === 0 ? settingsStrings.unchanged : settingsStrings.changes(titles)}
        </p>
      </div>
    </div>
  );
}

interface SavedProps extends ConnectedAppliance {
  readonly saved: readonly SettingView[];
}

function SavedNotice({ api, state, saved }: SavedProps) {
  const server = titlesAwaiting(saved, 'server');
  const app = titlesAwaiting(saved, 'app');
  const waits = server.length + app.length > 0;
  return (
    <>
      <Notice tone={waits ? 'warn' : 'good'}>
        <p>{settingsStrings.saved}</p>
        {server.length === 0 ? null : <p>{settingsStrings.savedFor.server(server)}</p>}
        {app.length === 0 ? null : <p>{settingsStrings.savedFor.app(app)}</p>}
      </Notice>
      {server.length === 0 ? null : (
        <div className="page-actions">
          <RestartService api={api} state={state} />
        </div>
      )}
    </>
  );
}

const route = getRouteApi('/appliance/settings');

/** All settings of the app and its service. */
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
      <QueryResult query={useAppliance(api)}>
        {(state) => <Groups api={api} state={state} />}
      </QueryResult>
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
    return count === 0
      ? settingsStrings.groups[name]
      : settingsStrings.changedIn(settingsStrings.groups[name], count);
  };
  const panel = (name: SettingGroup) => (
    <div className="card">
      <SettingFields
        settings={shown.filter((setting) => setting.group === name)}
        changes={changes}
      />
    </div>
  );
  return (
    <Form className="settings-page" onSubmit={changes.save}>
      <Tabs
        label={settingsStrings.tabs}
        value={group}
        onChange={(name) =>
          void navigate({
            to: '/appliance/settings',
            search: groupFromSearch({ group: name }),
            replace: true,
          })
        }
        names={Object.fromEntries(groups.map((name) => [name, label(name)]))}
        panels={Object.fromEntries(groups.map((name) => [name, panel(name)]))}
      />
      <SettingsBar api={api} state={state} changes={changes} />
    </Form>
  );
}
