export const agents = {
  intro: 'An agent binds a model, a masking policy and the addresses that a voice platform calls.',
  create: 'New agent',
  filter: 'Filter by name',
  columns: {
    name: 'Name',
    upstream: 'Model',
    policy: 'Policy',
    scheme: 'Tokens',
    sessions: 'Calls, 24 h',
    created: 'Created',
  },
  empty: {
    title: 'No agents yet',
    text: 'Make one, and connect a voice platform to the address it gets.',
  },
} as const;
