import { describe, expect, it } from 'vitest';
import { type AwaitedFilter, afterFilter } from '../../../../renderer/ui/resting-field.tsx';

describe('a field of a filter, once the filter has changed', () => {
  it.each<[string, AwaitedFilter, string, AwaitedFilter]>([
    ['shows the filter of a link', { text: '7', sent: [] }, '3', { text: '3', sent: [] }],
    ['keeps what came back as typed', { text: '7', sent: ['7'] }, '7', { text: '7', sent: [] }],
    ['keeps what was typed since', { text: '78', sent: ['7'] }, '7', { text: '78', sent: [] }],
    [
      'awaits what was sent later',
      { text: '78', sent: ['7', '78'] },
      '7',
      { text: '78', sent: ['78'] },
    ],
    [
      'shows what came back changed',
      { text: '999', sent: ['999'] },
      '500',
      { text: '500', sent: [] },
    ],
    [
      'keeps what was typed since a value that came back changed',
      { text: '1', sent: ['999'] },
      '500',
      { text: '1', sent: [] },
    ],
    [
      'keeps and awaits what was sent since a value that came back changed',
      { text: '1 ', sent: ['999', '1'] },
      '500',
      { text: '1 ', sent: ['1'] },
    ],
    [
      'shows the filter of a link after a value that never came back',
      { text: '999', sent: ['999'] },
      '',
      { text: '', sent: [] },
    ],
  ])('%s', (_what, field, value, after) => {
    expect(afterFilter(field, value)).toEqual(after);
  });
});
