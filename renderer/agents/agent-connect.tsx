import { useState } from 'react';
import type { AgentDetail } from '../../server/contract/agents.ts';
import { baseUrlOf, isLoopback } from '../lib/addresses.ts';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Notice } from '../ui/feedback.tsx';
import { SelectField } from '../ui/field.tsx';
import { ApiDocsLink } from '../ui/links.tsx';
import { BearerTokens } from './bearer-tokens.tsx';
import { ConnectionLight } from './platforms/connection-light.tsx';
import { filledIn, type Platform, platformStrings, platforms } from './platforms/strings.ts';
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

const platformNames = Object.keys(platforms) as (keyof typeof platforms)[];

/** How to connect the chosen platform to an agent, with the agent's own values. */
function PlatformSteps({ agent }: { readonly agent: AgentDetail }) {
  const [chosen, choose] = useState(platformNames[0] ?? 'vapi');
  const { steps }: Platform = platforms[chosen];
  const values = { completionsUrl: agent.proxy_url, webhookUrl: agent.webhook_url };
  return (
    <Card title={platformStrings.title}>
      <div className="platform-choice">
        <SelectField
          label={platformStrings.platform}
          value={chosen}
          options={platformNames.map((name) => [name, platforms[name].name])}
          onChange={(name) => choose(platformNames.find((one) => one === name) ?? chosen)}
        />
      </div>
      <ol className="platform-steps" key={chosen}>
        {steps.map(({ text, code }, at) => (
          <li key={text}>
            <p>{text}</p>
            {code === undefined ? null : (
              <Copyable label={platformStrings.code(at + 1)} text={filledIn(code, values)} />
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

const completions = '/v1/chat/completions';

/** Reads the signing secret without showing it. */
const readSecret = 'read -rs SECRET';

/**
 * Shell commands that call an agent like a voice platform, with the secret in `SECRET`; as in docs/api.md. They print the
 * reply, or why there is none.
 */
export function curlExample(agent: { readonly id: string; readonly proxy_url: string }): string {
  const base = agent.proxy_url.slice(0, agent.proxy_url.indexOf(`/proxy/${agent.id}`));
  return [
    `BASE=${base}`,
    `AGENT=${agent.id}`,
    `signed() { printf 'x-voice-signature: sha256=%s' "$(printf %s "$1" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d ' ' -f 1)"; }`,
    `BODY='{"call":{"id":"call-1"},"messages":[{"role":"user","content":"my number is 202 555 0143"}]}'`,
    `curl -s $BASE/proxy/$AGENT${completions} -H 'content-type: application/json' -H "$(signed "$BODY")" \\`,
    `  -d "$BODY" | grep -oE '"(content|message)":"[^"]*"'`,
  ].join('\n');
}
