import { describe, expect, it } from 'vitest';
import { digitsToSearch, keyWords } from '../../../server/pipeline/field-cues.ts';

describe('the words of a field’s key', () => {
  it.each([
    ['dateOfBirth', 'date of birth'],
    ['date_of_birth', 'date of birth'],
    ['card.cvv', 'card cvv code'],
    ['cvcCode', 'cvc code'],
  ])('of %s are %j', (key, words) => {
    expect(keyWords(key)).toBe(words);
  });
});

describe('a number below a key', () => {
  it.each([
    'age',
    'patient_age',
    'ages',
    'cvv',
    'cardCvc',
    'pin',
    'securityCode',
    'ssn_last4',
    'mrn',
  ])('is searched from two digits on below %j', (key) => {
    expect(digitsToSearch('93', keyWords(key))).toBe('93');
    expect(digitsToSearch('3', keyWords(key))).toBeUndefined();
  });

  it.each(['page', 'room', 'status_code', 'average', 'shipping', 'spin', 'price', ''])(
    'and from four below %j',
    (key) => {
      expect(digitsToSearch('999', keyWords(key))).toBeUndefined();
      expect(digitsToSearch('1000', keyWords(key))).toBe('1000');
    },
  );

  it('has the zeros again that a ZIP code begins with', () => {
    expect(digitsToSearch('601', keyWords('zipCode'))).toBe('00601');
    expect(digitsToSearch('2134', keyWords('postal_code'))).toBe('02134');
    expect(digitsToSearch('12345', keyWords('zip'))).toBe('12345');
  });

  it('is whole, however it is written', () => {
    expect(digitsToSearch('93.0', 'age')).toBe('93');
    expect(digitsToSearch('9.3e1', 'age')).toBe('93');
    expect(digitsToSearch('93.5', 'age')).toBeUndefined();
  });
});
