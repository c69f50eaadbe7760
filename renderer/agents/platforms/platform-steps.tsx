import { useState } from 'react';
import type { AgentDetail } from '../../../server/contract/agents.ts';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { SelectField } from '../../ui/field.tsx';
import { filledIn, type Platform, platformStrings, platforms } from './strings.ts';

const names = Object.keys(platforms) as (keyof typeof platforms)[];

/** How to connect the chosen platform to an agent, with the agent's own values. */
export function PlatformSteps({ agent }: { readonly agent: AgentDetail }) {
  const [chosen, choose] = useState(names[0] ?? 'vapi');
  const { steps }: Platform = platforms[chosen];
  const values = { completionsUrl: agent.proxy_url, webhookUrl: agent.webhook_url };
  return (
    <Card title={platformStrings.title}>
      <div className="platform-choice">
        <SelectField
          label={platformStrings.platform}
          value={chosen}
          options={names.map((name) => [name, platforms[name].name])}
          onChange={(name) => choose(names.find((one) => one === name) ?? chosen)}
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
