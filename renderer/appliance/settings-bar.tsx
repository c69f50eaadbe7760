import type { SettingView } from '../../main/ipc/schema.ts';
import type { SeenAppliance } from '../lib/appliance.ts';
import { appliance } from '../lib/strings/appliance.ts';
import type { SettingChanges } from '../lib/use-setting-changes.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Notice } from '../ui/notice.tsx';
import { Problems } from '../ui/problems.tsx';
import { RestartService } from '../ui/restart-service.tsx';
import { waitingFor } from './setting-groups.ts';

const words = appliance.settings;

interface Props extends SeenAppliance {
  readonly changes: SettingChanges;
}

/** What is about to be saved, why it was not, and what a saved change still waits for. */
export function SettingsBar({ api, state, changes }: Props) {
  const { changed, problems, saved, saving, error } = changes;
  const titles = changed.map(({ title }) => title);
  const titleOf = (path: string) => state.settings.find(({ key }) => key === path)?.title;
  return (
    <div className="settings-bar">
      <Problems problems={problems} nameOf={titleOf} />
      {error === null ? null : <Failure error={error} />}
      {saved.length === 0 ? null : <Saved api={api} state={state} saved={saved} />}
      <div className="page-actions">
        <Button type="submit" look="primary" disabled={changed.length === 0} busy={saving}>
          {words.save}
        </Button>
        <Button disabled={Object.keys(changes.draft).length === 0} onClick={changes.discard}>
          {words.discard}
        </Button>
        <p className="wait">{titles.length === 0 ? words.unchanged : words.changes(titles)}</p>
      </div>
    </div>
  );
}

interface SavedProps extends SeenAppliance {
  readonly saved: readonly SettingView[];
}

function Saved({ api, state, saved }: SavedProps) {
  const server = waitingFor(saved, 'server');
  const app = waitingFor(saved, 'app');
  const waits = server.length + app.length > 0;
  return (
    <>
      <Notice tone={waits ? 'warn' : 'good'}>
        <p>{words.saved}</p>
        {server.length === 0 ? null : <p>{words.savedFor.server(server)}</p>}
        {app.length === 0 ? null : <p>{words.savedFor.app(app)}</p>}
      </Notice>
      {server.length === 0 ? null : (
        <div className="page-actions">
          <RestartService api={api} state={state} />
        </div>
      )}
    </>
  );
}
