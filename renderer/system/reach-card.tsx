import type { SystemStatus } from '../../server/contract/system.ts';
import { system } from '../lib/strings/system.ts';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';

const words = system.reach;

/** The addresses of the service, and how people sign in. */
export function ReachCard({ status }: { readonly status: SystemStatus }) {
  const {
    base_url: base,
    calls_url: calls,
    ingress_port: port,
    sign_in: signIn,
    rate_limit: rate,
  } = status;
  return (
    <Card title={words.title}>
      <Facts
        rows={[
          [words.base, <code key="base">{base}</code>],
          [words.calls, <code key="calls">{calls}</code>],
          [words.tunnel, port === null ? words.noIngress : words.ingress(port)],
          [words.signIn, words.methods[signIn.method] ?? signIn.method],
          [words.rate, words.rates[rate]],
        ]}
      />
      {port === null ? <p className="quiet">{words.noIngressText}</p> : null}
    </Card>
  );
}
