import { expect } from 'vitest';
import type { PortalKit } from './portal-kit.ts';

/** Gives somebody who has signed in another role, as the owner does. */
export async function setRole(kit: PortalKit, login: string, role: string): Promise<void> {
  const { api } = kit.proxy.service;
  const { data } = (await (await api('/api/v1/admin/users')).json()) as {
    data: readonly { readonly id: string; readonly login: string }[];
  };
  const id = data.find((user) => user.login === login)?.id;
  const body = JSON.stringify({ role });
  const answer = await api(`/api/v1/admin/users/${id}`, { method: 'PATCH', body });
  expect(answer.status).toBe(200);
}
