import type { BusinessAssociateRow } from '../../contract/report.ts';
import type { BusinessAssociate } from '../../domain/business-associate.ts';

/**
 * The parties that handled one session, with their agreements on its first day. A necessary party
 * without configuration is `unknown`; the stub upstream stays in this service.
 */
export function businessAssociateRows(
  configured: readonly BusinessAssociate[],
  session: { readonly upstream: string; readonly startedAt: string },
): readonly BusinessAssociateRow[] {
  const day = session.startedAt.slice(0, 10);
  const rows = configured
    .filter((associate) => serves(associate, session.upstream))
    .map((associate) => rowOf(associate, day));
  const missing = expected(session.upstream).filter(
    ({ role }) => !rows.some((row) => row.role === role),
  );
  return [...missing, ...rows];
}

function serves({ role, upstreams }: BusinessAssociate, upstream: string): boolean {
  if (role !== 'model_provider') return true;
  return upstream !== 'stub' && (upstreams.length === 0 || upstreams.includes(upstream));
}

function expected(upstream: string): readonly BusinessAssociateRow[] {
  const agreement = upstream === 'stub' ? 'not_needed' : 'unknown';
  return [
    { name: 'Voice platform', role: 'voice_platform', agreement: 'unknown' },
    { name: upstream, role: 'model_provider', agreement },
  ];
}

function rowOf(associate: BusinessAssociate, day: string): BusinessAssociateRow {
  const { name, role, signedOn, expiresOn, reference } = associate;
  return {
    name,
    role,
    agreement: agreementOn(associate, day),
    ...(signedOn === undefined ? {} : { signed_on: signedOn }),
    ...(expiresOn === undefined ? {} : { expires_on: expiresOn }),
    ...(reference === undefined ? {} : { reference }),
  };
}

function agreementOn(
  { agreement, signedOn, expiresOn }: BusinessAssociate,
  day: string,
): BusinessAssociateRow['agreement'] {
  if (agreement !== 'signed') return agreement;
  if (signedOn !== undefined && signedOn > day) return 'none';
  return expiresOn !== undefined && expiresOn < day ? 'expired' : 'in_force';
}
