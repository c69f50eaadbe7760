import { describe, expect, it } from 'vitest';
import { isPublicCode } from '../../../server/detect/vocabulary/code-names.ts';

const isCode = (text: string, value: string): boolean => {
  const start = text.indexOf(value);
  return isPublicCode(text, start, start + value.length);
};

describe('a code of medicine or an amount of money is nobody’s identifier', () => {
  it.each([
    ['the line is CPT 99213', 'CPT 99213'],
    ['denied under CPT 99213', '99213'],
    ['NDC 0093-7214-01', '0093-7214-01'],
    ['diagnosis code E11.65', 'E11.65'],
    ['for J45.909 today', 'J45'],
    ['for J45.909 today', '909'],
    ['the deductible is 1500 now', '1500'],
    ['tooth number 14', '14'],
    ['it is one seventy four seventy a month', 'one seventy four seventy'],
    ['the code for that visit is 99213', '99213'],
    ["you'd ask them with the code, it's 55250", '55250'],
    ['el código de la resonancia es el 73721', '73721'],
    ['el código del procedimiento es siete tres siete dos uno', 'siete tres siete dos uno'],
    ['the code for a level-four office visit is 99214', '99214'],
    ['that would be nine nine two one four with a modifier', 'nine nine two one four'],
    ['does insurance cover 76830', '76830'],
    ['the bill shows 99213 and 90460 twice', '99213 and 90460'],
    ['la factura dice 99213 y 99214', '99213 y 99214'],
    ['me cobraron un 99214 y ya', 'un 99214'],
    ["what's the cpt code is it 58300 or 58301", '58301'],
    ['the bill says code 9 9 2 1 3', '9 9 2 1 3'],
    ["what's that code on my bill 9 9 2 1 3", '9 9 2 1 3'],
    ['my h c g was 4512', '4512'],
    ['the CDT code D8080 was billed', 'D8080'],
    ['my brace code is L1833', 'L1833'],
    ['i mean the cms-1490s', 'cms-1490s'],
    ['they coded it as 99203', '99203'],
    ['the other one says E11.9', 'E11.9'],
    ['they want a 1095-B', '1095'],
    ['el formulario I-693 lo llenan ustedes', 'I-693'],
    ['the deductible left is 1230', '1230'],
  ])('%s: %s', (text, value) => {
    expect(isCode(text, value)).toBe(true);
  });

  it.each([
    ['my member id is W4471902', 'W4471902'],
    ['chart 4471902', '4471902'],
    ['it is E1165 on the card', 'E1165'],
    ['the gate code is 44172', '44172'],
    ['my code is 44172', '44172'],
    ['code 4 4 1 7 2', '4 4 1 7 2'],
    ['the bill says account 44172', '44172'],
    ['the last four are 1095', '1095'],
  ])('an identifier stays one: %s', (text, value) => {
    expect(isCode(text, value)).toBe(false);
  });
});
