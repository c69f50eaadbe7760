import type { ConnectedAppliance } from '../lib/appliance.ts';
import { applianceStrings } from '../lib/strings/appliance.ts';
import { AppAction } from '../ui/app-action.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { SaveRecoveryKit } from '../ui/save-recovery-kit.tsx';
import { RestoreKeys } from './restore-keys.tsx';

const keyStrings = applianceStrings.keys;

/** Where the keys are kept, and the way back to them. */
export function KeysCard({ api, state }: ConnectedAppliance) {
  const { custody, backend, recoveryKitMadeAt: madeAt, problem } = state.keys;
  const { serviceMode } = state.app;
  return (
    <Card
      title={keyStrings.title}
      aside={
        <Badge tone={problem === null ? 'good' : 'bad'}>
          {problem === null ? keyStrings.kept : keyStrings.unreadable}
        </Badge>
      }
    >
      {problem === null ? null : <Notice tone="bad">{problem.message}</Notice>}
      {madeAt === null && problem === null && !serviceMode ? (
        <Notice tone="warn">{keyStrings.noKitText}</Notice>
      ) : null}
      <Facts
        rows={[
          [keyStrings.custody, custody],
          ...(backend === null
            ? []
            : [[keyStrings.backend, <code key="backend">{backend}</code>] as const]),
          [keyStrings.kit, madeAt === null ? keyStrings.noKit : keyStrings.kitMade(madeAt)],
        ]}
      />
      <div className="page-actions">
        <SaveRecoveryKit api={api} state={state} />
        <AppAction
          label={keyStrings.rotate}
          prevented={serviceMode ? applianceStrings.ofTheService : undefined}
          confirm={{ title: keyStrings.rotateTitle, text: <p>{keyStrings.rotateText}</p> }}
          run={() => api.rotateKey()}
          done={({ kid }) => keyStrings.rotated(kid)}
        />
      </div>
      <KeyRecovery api={api} state={state} />
    </Card>
  );
}

/** The kit is typed where the keys are gone; the app takes it nowhere else. */
function KeyRecovery({ api, state }: ConnectedAppliance) {
  if (state.app.serviceMode) return <p className="quiet">{applianceStrings.ofTheService}</p>;
  if (state.keys.recoveryKitMadeAt === null) return null;
  if (state.keys.problem === null) return <p className="quiet">{keyStrings.restore.notNow}</p>;
  return <RestoreKeys api={api} />;
}
