const vinValues = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ';
const vinWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Whether a value has the shape of a vehicle identification number: 17 characters, no I, O or Q. */
export function hasVinShape(value: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{17}$/i.test(value) && /\d/.test(value) && /[a-z]/i.test(value);
}

/** A VIN whose ninth character is its check digit (49 CFR 565.15). */
export function isVin(value: string): boolean {
  if (!hasVinShape(value)) return false;
  const upper = value.toUpperCase();
  const sum = vinWeights.reduce(
    (total, weight, i) => total + weight * (vinValues.indexOf(upper[i] ?? '') % 10),
    0,
  );
  return '0123456789X'[sum % 11] === upper[8];
}
