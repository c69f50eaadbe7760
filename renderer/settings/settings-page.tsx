import { useRefusal } from '../lib/me.ts';
import { Page, Refused } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Alerts } from './alerts.tsx';
import { AssociatesCard } from './associates-card.tsx';
import { ClinicCard } from './clinic-card.tsx';
import { ProvidersCard } from './providers-card.tsx';
import { settingsStrings } from './strings.ts';
import './settings.css';

/** Settings of the installation that people make here. */
export function InstallationSettingsPage() {
  const refusal = useRefusal('putClinic');
  return (
    <Page title={settingsStrings.title} intro={settingsStrings.intro}>
      {refusal === undefined ? (
        <Tabs
          label={settingsStrings.title}
          names={settingsStrings.tabs}
          kept={['clinic', 'alerts']}
          panels={{
            clinic: <ClinicCard />,
            providers: <ProvidersCard />,
            associates: <AssociatesCard />,
            alerts: <Alerts />,
          }}
        />
      ) : (
        <Refused reason={refusal} />
      )}
    </Page>
  );
}
