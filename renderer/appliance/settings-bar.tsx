import type { SettingView } from '../../main/ipc/schema.ts';
import type { ConnectedAppliance } from '../lib/appliance.ts';
import { applianceStrings } from '../lib/strings/appliance.ts';
import type { SettingChanges } from '../lib/use-setting-changes.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Notice } from '../ui/notice.tsx';
import { Problems } from '../ui/problems.tsx';
import { RestartService } from '../ui/restart-service.tsx';
import { titlesAwaiting } from './setting-groups.ts';

const settingsBarStrings = applianceStrings.settings;

interface SettingsBarProps extends ConnectedAppliance {
  readonly changes: SettingChanges;
}

/** What is about to be saved, why it was not, and what a saved change still waits for. */
export function SettingsBar({ api, state, changes }: SettingsBarProps) {
  const { changed, problems, saved, saving, error } = changes;
  const titles = changed.map(({ title }) => title);
  const titleOf = (path: string) => state.settings.find(({ key }) => key === path)?.title;
  return (
    <div className="settings-bar">
      <Problems problems={problems} nameOf={titleOf} />
      {error === null ? null : <Failure error={error} />}
      {saved.length === 0 ? null : <SavedNotice api={api} state={state} saved={saved} />}
      <div className="page-actions">
        <Button type="submit" variant="primary" disabled={changed.length === 0} busy={saving}>
          {settingsBarStrings.save}
        </Button>
        <Button disabled={Object.keys(changes.draft).length === 0} onClick={changes.discard}>
          {settingsBarStrings.discard}
        </Button>
        <p className="wait">{titles.length === 0 ? settingsBarStrings.unchanged : settingsBarStrings.changes(titles)}</p>
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
        <p>{settingsBarStrings.saved}</p>
        {server.length === 0 ? null : <p>{settingsBarStrings.savedFor.server(server)}</p>}
        {app.length === 0 ? null : <p>{settingsBarStrings.savedFor.app(app)}</p>}
      </Notice>
      {server.length === 0 ? null : (
        <div className="page-actions">
          <RestartService api={api} state={state} />
        </div>
      )}
    </>
  );
}
