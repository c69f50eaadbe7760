import type { BusinessAssociateRow } from '../../contract/report.ts';
import type { BusinessAssociate } from '../../domain/settings/business-associate.ts';

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

/** The parties of several upstreams, each once. */
export function associatesOf(
  configured: readonly BusinessAssociate[],
  session: { readonly upstreams: readonly string[]; readonly startedAt: string },
): readonly BusinessAssociateRow[] {
  const { upstreams, startedAt } = session;
  const once = new Map<string, BusinessAssociateRow>();
  for (const upstream of upstreams)
    for (const row of businessAssociateRows(configured, { upstream, startedAt }))
      once.set(JSON.stringify(row), row);
  return [...once.values()];
}

/** The best agreement with the provider of an upstream. */
export function agreementWith(
  configured: readonly BusinessAssociate[],
  session: { readonly upstream: string; readonly startedAt: string },
): BusinessAssociateRow['agreement'] {
  const rows = businessAssociateRows(configured, session);
  const found = rows.filter(({ role }) => role === 'model_provider');
  const best = found.find(({ agreement }) => isCovered(agreement)) ?? found[0];
  return best?.agreement ?? 'unknown';
}

/** Whether a party may get what the agreement is about. */
export function isCovered(agreement: BusinessAssociateRow['agreement']): boolean {
  return agreement === 'in_force' || agreement === 'not_needed';
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
