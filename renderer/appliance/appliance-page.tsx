import { Link } from '@tanstack/react-router';
import type { ApplianceApi, ApplianceState } from '../../main/ipc/schema.ts';
import { appliance, useAppliance } from '../lib/appliance.ts';
import { Notice, QueryResult } from '../ui/feedback.tsx';
import { Page } from '../ui/page.tsx';
import { DesktopOnly } from './desktop-only.tsx';
import { KeysCard } from './keys-card.tsx';
import { ServiceCard } from './service-card.tsx';
import { applianceStrings } from './strings.ts';
import { TunnelCard } from './tunnel-card.tsx';
import { UpdatesCard } from './updates-card.tsx';
import './appliance.css';
import { AppAction } from '../ui/app-actions.tsx';
import { Card } from '../ui/card.tsx';

const helpStrings = applianceStrings.help;

/** Saves a support bundle. */
function HelpCard({ api }: { readonly api: ApplianceApi }) {
  return (
    <Card title={helpStrings.title}>
      <p className="quiet">{helpStrings.text}</p>
      <div className="page-actions">
        <AppAction
          label={helpStrings.save}
          run={() => api.saveSupportBundle()}
          done={({ saved }) => (saved ? helpStrings.saved : helpStrings.notSaved)}
        />
      </div>
    </Card>
  );
}

/** State and actions of the desktop app on this computer. */
export function AppliancePage() {
  return appliance === undefined ? <DesktopOnly /> : <Cards api={appliance} />;
}

function Cards({ api }: { readonly api: ApplianceApi }) {
  return (
    <Page
      title={applianceStrings.title}
      intro={applianceStrings.intro}
      actions={
        <>
          <Link className="button" to="/start">
            {applianceStrings.guide}
          </Link>
          <Link className="button" to="/appliance/settings">
            {applianceStrings.settingsLink}
          </Link>
        </>
      }
    >
      <QueryResult query={useAppliance(api)}>
        {(state) => (
          <>
            <WrongSettings settings={state.settings} />
            <div className="columns appliance-cards">
              <ServiceCard api={api} state={state} />
              <TunnelCard api={api} state={state} />
              <KeysCard api={api} state={state} />
              <div className="appliance-column">
                <UpdatesCard api={api} state={state} />
                <HelpCard api={api} />
              </div>
            </div>
          </>
        )}
      </QueryResult>
    </Page>
  );
}

/** Settings that could not be applied. */
function WrongSettings({ settings }: Pick<ApplianceState, 'settings'>) {
  const wrong = settings.filter(({ problem }) => problem !== null);
  if (wrong.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>{applianceStrings.wrongSettings}</p>
      <ul>
        {wrong.map(({ key, group, title, problem }) => (
          <li key={key}>
            <Link to="/appliance/settings" search={{ group }}>
              {title}
            </Link>{' '}
            {problem}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
