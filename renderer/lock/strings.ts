export const lockStrings = {
  title: 'Locked',
  text: 'Nobody used this page for 15 minutes.',
  unlock: (login: string) => `Continue as ${login}`,
} as const;
