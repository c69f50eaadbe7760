/** Words that every page uses. */
export const common = {
  productName: 'Voice PHI Proxy',
  skip: 'Skip to content',
  pages: {
    live: 'Live calls',
    calls: 'Calls',
    agents: 'Agents',
    policies: 'Policies',
    audit: 'Audit',
    system: 'System',
  },
  signOut: 'Sign out',
  theme: { label: 'Theme', system: 'As the system', light: 'Light', dark: 'Dark' },
  waiting: 'Loading…',
  again: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  cancel: 'Cancel',
  close: 'Close',
  failed: 'That did not work.',
  request: (id: string) => `Request ${id}`,
  notFound: {
    title: 'Nothing here',
    text: 'This page does not exist.',
    back: 'Go to the live calls',
  },
  adminsOnly: 'Only account admins can do this.',
} as const;
