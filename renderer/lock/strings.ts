export const lockStrings = {
  title: 'Locked',
  text: 'This page was not used for 15 minutes.',
  unlock: (login: string) => `Continue as ${login}`,
} as const;
