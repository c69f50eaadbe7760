import { Link } from '@tanstack/react-router';
import type { SettingView } from '../../main/ipc/schema.ts';
import { baseUrlOf, isLoopback } from '../lib/addresses.ts';
import type { ConnectedAppliance } from '../lib/appliance.ts';
import { formatDay } from '../lib/format.ts';
import { relevantSettings, useSettingChanges } from '../lib/setting-changes.ts';
import { SaveRecoveryKit, TunnelActions } from '../ui/app-actions.tsx';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Failure, Notice, Problems } from '../ui/feedback.tsx';
import { Form } from '../ui/field.tsx';
import { NewAgentLink } from '../ui/links.tsx';
import { SettingFields } from '../ui/setting-fields.tsx';
import { desktopStrings } from '../ui/strings.ts';
import type { GuidedStepProps } from './start-steps.ts';
import { AgentStep, KeysStep, TunnelStep, UpstreamStep } from './step-bodies.tsx';
import { guidedStartStrings, startStrings } from './strings.ts';

const { steps: guidedSteps } = guidedStartStrings;

export function GuidedKeysStep({ status, done, agents, appliance }: GuidedStepProps) {
  const { keys } = appliance.state;
  if (!status.keys.some(({ active }) => active)) {
    return <KeysStep status={status} agents={agents} done={false} />;
  }
  if (keys.problem !== null) return <Notice tone="bad">{keys.problem.message}</Notice>;
  if (keys.recoveryKitMadeAt !== null && done) {
    return <p className="quiet">{guidedSteps.keys.done(formatDay(keys.recoveryKitMadeAt))}</p>;
  }
  return (
    <>
      <p>{guidedSteps.keys.text(keys.custody)}</p>
      <div className="page-actions">
        <SaveRecoveryKit {...appliance} variant="primary" />
      </div>
    </>
  );
}

const modelSettings = ['upstreamKind', 'upstreamUrl', 'upstreamApiKey', 'modelSmall', 'modelLarge'];

export function GuidedUpstreamStep(props: GuidedStepProps) {
  if (props.done) return <UpstreamStep {...props} />;
  return (
    <>
      <p>{startStrings.steps.upstream.text}</p>
      <StepSettings
        appliance={props.appliance}
        includes={({ key }) => modelSettings.includes(key)}
      />
    </>
  );
}

export function GuidedTunnelStep(props: GuidedStepProps) {
  const { state } = props.appliance;
  const { provider, publicUrl } = state.tunnel;
  if (props.done && provider === 'none') return <TunnelStep {...props} />;
  if (props.done) {
    return <p className="quiet">{guidedSteps.tunnel.done(publicUrl ?? props.status.calls_url)}</p>;
  }
  return (
    <>
      {provider === 'none' ? null : <TunnelTrouble {...props.appliance} />}
      <StepSettings
        appliance={props.appliance}
        includes={({ group, key }) => group === 'tunnel' && key !== 'tunnelBinary'}
      />
    </>
  );
}

/** Why the tunnel brings no calls in yet. */
function TunnelTrouble(appliance: GuidedStepProps['appliance']) {
  const { phase, detail } = appliance.state.tunnel;
  const message = phase === 'off' ? guidedSteps.tunnel.closed : guidedSteps.tunnel.waiting;
  return (
    <>
      {detail === null ? (
        <p role="status">{message}</p>
      ) : (
        <Notice tone={phase === 'starting' ? 'plain' : 'bad'}>
          <p>{guidedSteps.tunnel.failing}</p>
          <p>{detail}</p>
        </Notice>
      )}
      <div className="page-actions">
        <TunnelActions {...appliance} />
      </div>
    </>
  );
}

export function GuidedAgentStep(props: GuidedStepProps) {
  const [newest] = props.agents;
  if (newest === undefined) return <AgentStep {...props} />;
  const { state } = props.appliance;
  const secretKept = state.settings.some(({ key, isSet }) => key === 'webhookSecret' && isSet);
  return (
    <>
      <p>{guidedSteps.agent.copy(newest.name)}</p>
      {isLoopback(newest.webhook_url) ? (
        <Notice tone="warn">{guidedSteps.agent.local}</Notice>
      ) : null}
      <Address name={guidedSteps.agent.model} text={baseUrlOf(newest.proxy_url)} />
      <Address name={guidedSteps.agent.webhook} text={newest.webhook_url} />
      <p className="quiet">
        {secretKept ? guidedSteps.agent.secretKept : guidedSteps.agent.secret}
      </p>
      {secretKept ? null : (
        <StepSettings appliance={props.appliance} includes={({ key }) => key === 'webhookSecret'} />
      )}
      <div className="page-actions">
        <Link className="button" to="/agents/$agentId" params={{ agentId: newest.id }}>
          {startStrings.steps.call.open(newest.name)}
        </Link>
        <NewAgentLink />
        <Link className="button" to="/appliance/settings" search={{ group: 'calls' }}>
          {desktopStrings.settingsLink}
        </Link>
      </div>
    </>
  );
}

function Address({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <h3>{name}</h3>
      <Copyable label={name} text={text} />
    </div>
  );
}

interface StepSettingsProps {
  readonly appliance: ConnectedAppliance;
  readonly includes: (setting: SettingView) => boolean;
}

/** The settings of one step; saving them also applies them. */
function StepSettings({ appliance: { api, state }, includes }: StepSettingsProps) {
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
