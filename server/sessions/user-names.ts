import type { UserId } from '../domain/ids.ts';
import type { User, Users } from '../ports/users.ts';

const usersPerPage = 100;

/** All people who have signed in, newest first. */
export async function allUsers(users: Pick<Users, 'list'>): Promise<readonly User[]> {
  const all: User[] = [];
  for (;;) {
    const before: UserId | undefined = all.at(-1)?.id;
    const page = await users.list({ limit: usersPerPage, ...(before && { before }) });
    all.push(...page);
    if (page.length < usersPerPage) return all;
  }
}

/** The names of all people who have signed in, by id. */
export async function namesOfUsers(
  users: Pick<Users, 'list'>,
): Promise<ReadonlyMap<string, string>> {
  const all = await allUsers(users);
  return new Map(all.map(({ id, displayName, login }) => [id, displayName || login]));
}
