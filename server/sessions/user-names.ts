import type { UserId } from '../domain/ids.ts';
import type { Users } from '../ports/users.ts';

const usersPerPage = 100;

/** The names of all people who have signed in, by id. */
export async function namesOfUsers(
  users: Pick<Users, 'list'>,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  let before: UserId | undefined;
  for (;;) {
    const page = await users.list({ limit: usersPerPage, ...(before && { before }) });
    for (const { id, displayName, login } of page) names.set(id, displayName || login);
    before = page.at(-1)?.id;
    if (page.length < usersPerPage) return names;
  }
}
