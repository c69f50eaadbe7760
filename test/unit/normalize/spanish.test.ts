import { describe, expect, it } from 'vitest';
import { shadowOf } from '../../../server/normalize/index.ts';

type Case = readonly [spoken: string, written: string];

const numbers: readonly Case[] = [
  ['cuatro cero siete cinco cinco cinco cero uno tres ocho', '4075550138'],
  ['dos uno tres cinco cinco cinco cero uno doble cuatro', '2135550144'],
  ['tres veintitrés cinco cincuenta y cinco cero uno treinta y dos', '3235550132'],
  ['dos mil diecinueve', '2019'],
  ['mil novecientos cincuenta y ocho', '1958'],
  ['ciento dos', '102'],
  ['treinta y ocho mil', '38000'],
  ['veintiún', '21'],
];

describe('Spanish numbers are written in digits', () => {
  it.each(numbers)('%s', (spoken, written) => {
    expect(shadowOf(spoken).text).toBe(written);
  });

  it('speech recognition may leave accents out', () => {
    expect(shadowOf('veintitres cero seis').text).toBe(shadowOf('veintitrés cero seis').text);
  });

  it('"treinta dos" is two numbers, for 32 is "treinta y dos"', () => {
    expect(shadowOf('treinta dos').text).toBe('302');
  });

  it('a turn that mixes languages is read in both', () => {
    expect(shadowOf('it is noventa y nine oh cuatro').text).toBe('it is 9904');
  });
});

const spellings: readonly Case[] = [
  ['ele o pe e zeta', 'lopez'],
  ['be de burro a uve a erre', 'bavar'],
  ['i griega a eñe e zeta', 'yañez'],
  ['doble u ce cuatro cuatro', 'wc44'],
  ['vitamina be y ce', 'vitamina be y ce'],
  ['cuatro o cinco de la tarde', '4 or 5 p.m.'],
];

describe('Spanish letters are written where they spell something', () => {
  it.each(spellings)('%s', (spoken, written) => {
    expect(shadowOf(spoken).text).toBe(written);
  });
});

const dates: readonly Case[] = [
  ['uno de mayo', '1 of may'],
  ['primero de abril', '1st of april'],
  ['el veinte de febrero del cincuenta y ocho', 'the 20 of february of the 58'],
  ['marzo catorce dos mil diez', 'march 14 2010'],
];

describe('Spanish dates are written with the month in English', () => {
  it.each(dates)('%s', (spoken, written) => {
    expect(shadowOf(spoken).text).toBe(written);
  });
});

const addresses: readonly Case[] = [
  ['ana punto ruiz arroba gmail punto com', 'ana.ruiz@gmail.com'],
  ['luz guion bajo vega arroba correo punto com', 'luz_vega@correo.com'],
  ['mi correo es pilar soto siete arroba outlook punto es', 'my email is pilarsoto7@outlook.es'],
  ['www punto ejemplo punto com diagonal citas', 'www.ejemplo.com/citas'],
];

describe('Spanish e-mail and web addresses are joined, their own words untouched', () => {
  it.each(addresses)('%s', (spoken, written) => {
    expect(shadowOf(spoken).text).toBe(written);
  });
});

const phrases: readonly Case[] = [
  ['los tres de atrás son cuatro cero uno', 'security code are 401'],
  ['los últimos cuatro son 4455', 'the last four are 4455'],
  [
    'mi fecha de nacimiento es el cinco de mayo del setenta y uno',
    'my date of birth is the 5 of may of the 71',
  ],
  ['el número de póliza termina en cero ocho', 'the policy number ends in 08'],
  ['vivo en la calle de la rosa', 'i live at calle de la rosa'],
  [
    'me llamo dolores de la cruz y tengo una cita',
    'my name is dolores de la cruz and i am a appointment',
  ],
];

describe('Spanish phrases that recognizers must know are put into English', () => {
  it.each(phrases)('%s', (spoken, written) => {
    expect(shadowOf(spoken).text).toBe(written);
  });

  it('each phrase stands for the characters of its words', () => {
    const text = 'dijo que su fecha de nacimiento es hoy';
    const { text: written, starts, ends } = shadowOf(text);
    const from = written.indexOf('date of birth');
    expect(text.slice(starts[from], ends[from + 'date of birth'.length - 1])).toBe(
      'fecha de nacimiento',
    );
  });

  it('a text without a word that only Spanish has is read in English alone', () => {
    const text = 'she lives on la paz avenue in el paso once a year';
    expect(shadowOf(text).text).toBe(text);
  });
});
