import type { SettingView } from '../../main/ipc/schema.ts';
import type { ConnectedAppliance } from '../lib/appliance.ts';
import { relevantSettings, useSettingChanges } from '../lib/setting-changes.ts';
import { Button } from '../ui/button.tsx';
import { Failure, Problems } from '../ui/feedback.tsx';
import { Form } from '../ui/field.tsx';
import { SettingFields } from '../ui/setting-fields.tsx';
import { desktopStrings } from '../ui/strings.ts';

interface Props {
  readonly appliance: ConnectedAppliance;
  readonly includes: (setting: SettingView) => boolean;
}

/** The settings of one step; saving them also applies them. */
export function StepSettings({ appliance: { api, state }, includes }: Props) {
  const changes = useSettingChanges(api, state.settings, { restarts: true });
  const { changed, draft, problems } = changes;
  const shown = relevantSettings(state.settings, draft).filter(includes);
  const restarts = changed.some(({ restart }) => restart === 'server');
  const elsewhere = problems.filter(({ path }) => !shown.some(({ key }) => key === path));
  return (
    <Form className="step-settings" onSubmit={changes.save}>
      <SettingFields settings={shown} changes={changes} />
      <Problems problems={elsewhere} />
      <Failure error={changes.error} />
      <div className="page-actions">
        <Button
          type="submit"
          variant="primary"
          disabled={changed.length === 0}
          busy={changes.saving}
        >
          {restarts ? desktopStrings.settings.saveAndRestart : desktopStrings.settings.save}
        </Button>
      </div>
    </Form>
  );
}
