import { describe, expect, it } from 'vitest';
import { readTurn } from '../../../../server/detect/index.ts';
import { shadowOf } from '../../../../server/normalize/index.ts';

const groupsIn = (text: string): readonly string[] =>
  readTurn({ text, speaker: 'user', shadow: shadowOf(text) }).groups.map((group) => group.text);

describe('the parts of a turn that may belong to a value said piece by piece', () => {
  it.each<[said: string, groups: readonly string[]]>([
    ['four oh seven', ['407']],
    ['b as in boy four', ['b4']],
    ['ese eme cuatro', ['sm4']],
    ['dice ese ene dos puntos cuatro cuatro uno', ['441']],
    ['a las nueve de la mañana', []],
    ['el apellido de las dos', []],
    ['son los dos ocho siete', ['287']],
    ['at nine p.m. please', []],
    ['have a good one', []],
    ['uno', ['1']],
    ['y uno.', ['1']],
    ['luego el uno', ['1']],
    ['es uno, ¿sí?', ['1']],
    ['dos', ['2']],
    ['uno dos', ['12']],
    ['después uno', ['1']],
    ['solo quiero uno', []],
    ['no sé cuál, uno de ellos', []],
  ])('%s', (said, groups) => {
    expect(groupsIn(said)).toEqual(groups);
  });
});
