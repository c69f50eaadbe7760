import { z } from 'zod';
import { UserId } from './ids.ts';

/** The signed-in user (spec, User). */
export const Me = z.object({
  user: z.object({
    id: UserId,
    login: z.string(),
    display_name: z.string(),
    admin: z.boolean(),
    created_at: z.string(),
  }),
});
export type Me = z.infer<typeof Me>;

/** What the mapping needs of a user. */
export interface UserView {
  readonly id: `usr_${string}`;
  readonly login: string;
  readonly displayName: string;
  readonly admin: boolean;
  readonly createdAt: string;
}

export function meToWire(user: UserView): Me {
  return {
    user: {
      id: user.id,
      login: user.login,
      display_name: user.displayName,
      admin: user.admin,
      created_at: user.createdAt,
    },
  };
}
