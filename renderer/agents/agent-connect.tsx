import type { AgentDetail } from '../../server/contract/agents.ts';
import { baseUrlOf, isLoopback } from '../lib/addresses.ts';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Notice } from '../ui/feedback.tsx';
import { ApiDocsLink } from '../ui/links.tsx';
import { BearerTokens } from './bearer-tokens.tsx';
import { curlExample, readSecret } from './curl-example.ts';
import { ConnectionLight } from './platforms/connection-light.tsx';
import { PlatformSteps } from './platforms/platform-steps.tsx';
import { agentStrings } from './strings.ts';

const connectStrings = agentStrings.detail.connect;

/** What to enter at the voice platform, and a command to try it without one. */
export function AgentConnect({ agent }: { readonly agent: AgentDetail }) {
  return (
    <div className="agent-panel">
      {isLoopback(agent.proxy_url) ? <Notice tone="warn">{connectStrings.local}</Notice> : null}
      <ConnectionLight agentId={agent.id} />
      <BearerTokens agentId={agent.id} />
      <PlatformSteps agent={agent} />
      <Card title={connectStrings.addresses}>
        <Address
          name={connectStrings.proxy}
          hint={connectStrings.proxyHint}
          text={baseUrlOf(agent.proxy_url)}
        />
        <Address
          name={connectStrings.webhook}
          hint={connectStrings.webhookHint}
          text={agent.webhook_url}
        />
      </Card>
      <Card title={connectStrings.signing}>
        <p>{connectStrings.signingText}</p>
      </Card>
      <Card title={connectStrings.curl}>
        <p>{connectStrings.curlSecret}</p>
        <Copyable label={connectStrings.curlSecretLabel} text={readSecret} />
        <p>{connectStrings.curlThen}</p>
        <Copyable label={connectStrings.curlLabel} text={curlExample(agent)} />
        <ApiDocsLink />
      </Card>
    </div>
  );
}

interface AddressProps {
  readonly name: string;
  readonly hint: string;
  readonly text: string;
}

function Address({ name, hint, text }: AddressProps) {
  return (
    <div className="address">
      <h3>{name}</h3>
      <p>{hint}</p>
      <Copyable label={name} text={text} />
    </div>
  );
}
