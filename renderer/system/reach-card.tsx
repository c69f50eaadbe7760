import type { SystemStatus } from '../../server/contract/system.ts';
import { systemStrings } from '../lib/strings/system.ts';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';

const addressStrings = systemStrings.reach;

/** The addresses of the service, and how people sign in. */
export function AddressCard({ status }: { readonly status: SystemStatus }) {
  const {
    base_url: base,
    calls_url: calls,
    ingress_port: port,
    sign_in: signIn,
    rate_limit: rate,
  } = status;
  return (
    <Card title={addressStrings.title}>
      <Facts
        rows={[
          [addressStrings.base, <code key="base">{base}</code>],
          [addressStrings.calls, <code key="calls">{calls}</code>],
          [addressStrings.tunnel, port === null ? addressStrings.noIngress : addressStrings.ingress(port)],
          [addressStrings.signIn, addressStrings.methods[signIn.method] ?? signIn.method],
          [addressStrings.rate, addressStrings.rates[rate]],
        ]}
      />
      {port === null ? <p className="quiet">{addressStrings.noIngressText}</p> : null}
    </Card>
  );
}
