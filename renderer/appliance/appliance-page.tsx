import { Link } from '@tanstack/react-router';
import type { ApplianceApi, ApplianceState } from '../../main/ipc/schema.ts';
import { appliance, useAppliance } from '../lib/appliance.ts';
import { applianceStrings as words } from '../lib/strings/appliance.ts';
import { QueryResult } from '../ui/answer.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { DesktopOnly } from './absent.tsx';
import { HelpCard } from './help-card.tsx';
import { KeysCard } from './keys-card.tsx';
import { ServiceCard } from './service-card.tsx';
import { TunnelCard } from './tunnel-card.tsx';
import { UpdatesCard } from './updates-card.tsx';
import './appliance.css';

/** What the desktop app does on this computer, and what one can have it do. */
export function AppliancePage() {
  return appliance === undefined ? <DesktopOnly /> : <Cards api={appliance} />;
}

function Cards({ api }: { readonly api: ApplianceApi }) {
  return (
    <Page
      title={words.title}
      intro={words.intro}
      actions={
        <>
          <Link className="button" to="/start">
            {words.guide}
          </Link>
          <Link className="button" to="/appliance/settings">
            {words.settingsLink}
          </Link>
        </>
      }
    >
      <QueryResult query={useAppliance(api)}>
        {(state) => (
          <>
            <WrongSettings settings={state.settings} />
            <div className="appliance-cards">
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

/** Settings that are not in force as somebody set them. */
function WrongSettings({ settings }: Pick<ApplianceState, 'settings'>) {
  const wrong = settings.filter(({ problem }) => problem !== null);
  if (wrong.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>{words.wrongSettings}</p>
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
