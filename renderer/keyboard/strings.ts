export const keyboardStrings = {
  help: 'Keyboard shortcuts',
  keys: [
    ['/', 'Search on this page'],
    ['Ctrl K', 'Go to a page, an agent or a call'],
    ['j', 'Next turn of the call'],
    ['k', 'Turn before'],
    ['n', 'Next turn of the call that is not ordinary; after the last, the next call to check'],
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
