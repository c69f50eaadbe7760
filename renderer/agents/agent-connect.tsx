import type { AgentDetail } from '../../server/contract/agents.ts';
import { baseUrlOf, isLoopback } from '../lib/addresses.ts';
import { agents } from '../lib/strings/agents.ts';
import { common } from '../lib/strings/common.ts';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Notice } from '../ui/notice.tsx';
import { BearerTokens } from './bearer-tokens.tsx';
import { curlExample, readSecret } from './connect-example.ts';

const words = agents.detail.connect;

/** What to enter where at the voice platform, and a way to try it without one. */
export function AgentConnect({ agent }: { readonly agent: AgentDetail }) {
  return (
    <div className="agent-panel">
      <p>{words.intro}</p>
      {isLoopback(agent.proxy_url) ? <Notice tone="warn">{words.local}</Notice> : null}
      <Card title={words.addresses}>
        <Address name={words.proxy} hint={words.proxyHint} text={baseUrlOf(agent.proxy_url)} />
        <Address name={words.webhook} hint={words.webhookHint} text={agent.webhook_url} />
      </Card>
      <Card title={words.signing}>
        <p>{words.signingText}</p>
      </Card>
      <Card title={words.curl}>
        <p>{words.curlSecret}</p>
        <Copied label={words.curlSecretLabel} text={readSecret} />
        <p>{words.curlThen}</p>
        <Copied label={words.curlLabel} text={curlExample(agent)} />
      </Card>
      <BearerTokens agentId={agent.id} />
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
      <Copied label={name} text={text} />
    </div>
  );
}

function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  return <Copyable label={label} text={text} copyText={common.copy} copiedText={common.copied} />;
}
