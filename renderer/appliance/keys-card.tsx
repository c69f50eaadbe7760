import type { SeenAppliance } from '../lib/appliance.ts';
import { appliance } from '../lib/strings/appliance.ts';
import { AppAction } from '../ui/app-action.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { SaveRecoveryKit } from '../ui/save-recovery-kit.tsx';
import { RestoreKeys } from './restore-keys.tsx';

const words = appliance.keys;

/** Where the keys are kept, and the way back to them. */
export function KeysCard({ api, state }: SeenAppliance) {
  const { custody, backend, recoveryKitMadeAt: madeAt, problem } = state.keys;
  const { serviceMode } = state.app;
  return (
    <Card
      title={words.title}
      aside={
        <Badge tone={problem === null ? 'good' : 'bad'}>
          {problem === null ? words.kept : words.unreadable}
        </Badge>
      }
    >
      {problem === null ? null : <Notice tone="bad">{problem.message}</Notice>}
      {madeAt === null && problem === null && !serviceMode ? (
        <Notice tone="warn">{words.noKitText}</Notice>
      ) : null}
      <Facts
        rows={[
          [words.custody, custody],
          ...(backend === null
            ? []
            : [[words.backend, <code key="backend">{backend}</code>] as const]),
          [words.kit, madeAt === null ? words.noKit : words.kitMade(madeAt)],
        ]}
      />
      <div className="page-actions">
        <SaveRecoveryKit api={api} state={state} />
        <AppAction
          label={words.rotate}
          prevented={serviceMode ? appliance.ofTheService : undefined}
          confirm={{ title: words.rotateTitle, text: <p>{words.rotateText}</p> }}
          run={() => api.rotateKey()}
          done={({ kid }) => words.rotated(kid)}
        />
      </div>
      <WayBack api={api} state={state} />
    </Card>
  );
}

/** The kit is typed where the keys are gone; the app takes it nowhere else. */
function WayBack({ api, state }: SeenAppliance) {
  if (state.app.serviceMode) return <p className="quiet">{appliance.ofTheService}</p>;
  if (state.keys.recoveryKitMadeAt === null) return null;
  if (state.keys.problem === null) return <p className="quiet">{words.restore.notNow}</p>;
  return <RestoreKeys api={api} />;
}
