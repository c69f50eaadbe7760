import { z } from 'zod';
import { Timestamp, UserId } from './ids.ts';

export const exampleUser = {
  id: 'usr_01M7YRR0C0T5V9W2X4Y6Z8A1B3',
  login: 'sam.lee@example.com',
  display_name: 'Sam Lee',
  admin: true,
  created_at: '2026-11-02T08:00:00.000Z',
};

/** A person known to this installation (spec, User). */
export const UserRecord = z
  .object({
    id: UserId,
    login: z.string().meta({ description: 'The verified e-mail address, else the `sub`.' }),
    display_name: z.string(),
    admin: z.boolean(),
    created_at: Timestamp,
  })
  .meta({ id: 'User', examples: [exampleUser] });
export type UserRecord = z.infer<typeof UserRecord>;

/** Answer of `GET /api/v1/me`: the signed-in user. */
export const Me = z
  .object({ user: UserRecord })
  .meta({ id: 'Me', examples: [{ user: exampleUser }] });
export type Me = z.infer<typeof Me>;

/** What the mapping needs of a user. */
export interface UserView {
  readonly id: `usr_${string}`;
  readonly login: string;
  readonly displayName: string;
  readonly admin: boolean;
  readonly createdAt: string;
}

export function userToWire(user: UserView): UserRecord {
  return {
    id: user.id,
    login: user.login,
    display_name: user.displayName,
    admin: user.admin,
    created_at: user.createdAt,
  };
}
