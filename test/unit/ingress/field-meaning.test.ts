import { describe, expect, it } from 'vitest';
import { cueOf, digitsToSearch, keyWords } from '../../../server/ingress/field-meaning.ts';

describe('the words of a field’s key', () => {
  it.each([
    ['dateOfBirth', 'date of birth'],
    ['date_of_birth', 'date of birth'],
    ['card.cvv', 'card cvv code'],
    ['cvcCode', 'cvc code'],
    ['family', 'last name'],
    ['given', 'first name'],
    ['lname', 'last name'],
    ['patient', 'patient name'],
    ['emergencyContact', 'emergency contact name'],
    ['patientStatus', 'patient status'],
    ['LASTNAME', 'last name'],
    ['dateofbirth', 'date of birth'],
    ['filename', 'filename'],
  ])('of %s are %j', (key, words) => {
    expect(keyWords(key)).toBe(words);
  });
});

describe('the cue of a field', () => {
  it.each([
    ['its key', { lastName: 'x', label: 'fax' }, 'lastName', 'last name'],
    ['what a neighbouring field says', { field: 'last_name', value: 'x' }, 'value', 'last name'],
    ['the question it answers', { question: 'Your ZIP?', answer: 'x' }, 'answer', 'your zip?'],
    ['a label with a text', { type: { text: 'MRN' }, value: 'x' }, 'value', 'mrn'],
    ['the most telling label last', { type: 'string', key: 'pin', val: 'x' }, 'val', 'string pin'],
    ['what it stands in, unlabelled', { valueDate: 'x' }, 'valueDate', 'above'],
    ['that of a shown text too', { display: 'x', id: 'y' }, 'display', 'above display'],
    ['no label that is no text', { type: [1], key: 7, value: 'x' }, 'value', 'above'],
    ['no label that is a tale', { text: 'so '.repeat(50), value: 'x' }, 'value', 'above'],
  ])('is %s', (_, fields, key, cue) => {
    expect(cueOf(fields, key, 'above')).toBe(cue);
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

  it('a ZIP code gets its leading zeros back', () => {
    expect(digitsToSearch('601', keyWords('zipCode'))).toBe('00601');
    expect(digitsToSearch('2134', keyWords('postal_code'))).toBe('02134');
    expect(digitsToSearch('12345', keyWords('zip'))).toBe('12345');
  });

  it('only a whole number is searched, however it is written', () => {
    expect(digitsToSearch('93.0', 'age')).toBe('93');
    expect(digitsToSearch('9.3e1', 'age')).toBe('93');
    expect(digitsToSearch('93.5', 'age')).toBeUndefined();
  });
});
