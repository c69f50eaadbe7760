import { Link } from '@tanstack/react-router';
import { Copyable } from '../ui/copyable.tsx';
import { KeysStored } from '../ui/keys-stored.tsx';
import { NewAgentLink } from '../ui/links.tsx';
import { configuredModels, missingVariables, type StepProps } from './start-steps.ts';
import { startStrings } from './strings.ts';

const stepStrings = startStrings.steps;
const usualPort = 8788;

export function KeysStep({ status }: StepProps) {
  const kids = status.keys.filter(({ active }) => active).map(({ kid }) => kid);
  if (kids.length === 0) return <p>{stepStrings.keys.missing}</p>;
  return (
    <>
      <p className="quiet">{stepStrings.keys.text(kids.join(', '))}</p>
      <Commands text={stepStrings.keys.commands} />
      <KeysStored keys_stored={status.keys_stored} />
    </>
  );
}

export function UpstreamStep({ done, status }: StepProps) {
  if (done)
    return (
      <p className="quiet">{stepStrings.upstream.done(configuredModels(status).join(', '))}</p>
    );
  return (
    <>
      <p>{stepStrings.upstream.text}</p>
      <p>{stepStrings.upstream.todo}</p>
      <Commands text={upstreamLines(missingVariables(status))} />
    </>
  );
}

export function AgentStep({ done, agents }: StepProps) {
  const [newest] = agents;
  return (
    <>
      <p className="quiet">
        {newest === undefined ? stepStrings.agent.text : stepStrings.agent.done(newest.name)}
      </p>
      <div className="page-actions">
        <NewAgentLink />
        {done ? (
          <Link className="button" to="/agents">
            {stepStrings.agent.list}
          </Link>
        ) : null}
      </div>
    </>
  );
}

export function TunnelStep({ done, status }: StepProps) {
  const { ingress_port: port, calls_url: calls } = status;
  if (done) return <p className="quiet">{stepStrings.tunnel.done(calls)}</p>;
  const url = 'SVC_CALLS_URL=https://calls.clinic.example.com';
  return (
    <>
      <p>{port === null ? stepStrings.tunnel.text : stepStrings.tunnel.half(port)}</p>
      <Commands text={port === null ? `SVC_INGRESS_PORT=${usualPort}\n${url}` : url} />
      <p>{stepStrings.tunnel.example}</p>
      <Commands text={`cloudflared tunnel --url http://127.0.0.1:${port ?? usualPort}`} />
    </>
  );
}

export function CallStep({ done, agents }: StepProps) {
  const [newest] = agents;
  if (newest === undefined) return <p>{stepStrings.call.noAgent}</p>;
  return (
    <>
      <p className="quiet">{done ? stepStrings.call.done : stepStrings.call.text}</p>
      <div className="page-actions">
        {done ? (
          <Link className="button" to="/calls">
            {stepStrings.call.calls}
          </Link>
        ) : null}
        <Link className="button" to="/agents/$agentId" params={{ agentId: newest.id }}>
          {stepStrings.call.open(newest.name)}
        </Link>
        <Link className="button" to="/live">
          {stepStrings.call.watch}
        </Link>
      </div>
    </>
  );
}

function Commands({ text }: { readonly text: string }) {
  return <Copyable label={startStrings.copy} text={text} />;
}

/** Lines of an environment file, with examples. */
function upstreamLines(missing: readonly string[]): string {
  const examples: Readonly<Record<string, string>> = {
    SVC_UPSTREAM_BASE_URL: 'https://provider.example.com/v1',
  };
  return [...missing, 'SVC_UPSTREAM_API_KEY', 'SVC_MODEL_SMALL']
    .map((name) => `${name}=${examples[name] ?? '…'}`)
    .join('\n');
}
