import { Link } from '@tanstack/react-router';
import type { SystemStatus } from '../../server/contract/system.ts';
import { commonStrings } from '../lib/strings/common.ts';
import { systemStrings } from '../lib/strings/system.ts';
import { useSystem } from '../lib/use-system.ts';
import { QueryResult } from '../ui/answer.tsx';
import { Page } from '../ui/page.tsx';
import { HealthCard } from './health-card.tsx';
import { KeysCard } from './keys-card.tsx';
import { People } from './people.tsx';
import { AddressCard } from './reach-card.tsx';
import { StorageCard } from './storage-card.tsx';
import { UpstreamsCard } from './upstreams-card.tsx';
import { VersionsCard } from './versions-card.tsx';
import './system.css';

/** How the service is set up and how it is, and who may come in. */
export function SystemPage() {
  return (
    <Page
      title={commonStrings.pages.system}
      intro={systemStrings.intro}
      actions={
        <Link className="button" to="/start">
          {systemStrings.guide}
        </Link>
      }
    >
      <QueryResult query={useSystem()}>{(status) => <Status status={status} />}</QueryResult>
    </Page>
  );
}

function Status({ status }: { readonly status: SystemStatus }) {
  return (
    <>
      <div className="system-cards">
        <HealthCard status={status} />
        <AddressCard status={status} />
        <VersionsCard status={status} />
        <StorageCard storage={status.storage} />
      </div>
      <div className="system-tables">
        <UpstreamsCard upstreams={status.upstreams} />
        <KeysCard keys={status.keys} />
      </div>
      <People links={status.sign_in.links} />
    </>
  );
}
