export const keyboardStrings = {
  help: 'Keyboard shortcuts',
  keys: [
    ['/', 'Search on this page'],
    ['Ctrl K', 'Go to a page, an agent or a call'],
    ['n', 'Open the next call to check, from Review or a call'],
    ['?', 'Show these shortcuts'],
  ],
  goTo: (page: string) => `Go to ${page}`,
  palette: {
    title: 'Go to',
    label: 'Page, agent or call ID',
    call: (id: string) => `Call ${id}`,
    none: 'Nothing matches.',
  },
} as const;
