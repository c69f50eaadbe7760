const daysInMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the day can exist in the month; 29 February always can. */
export function isDay(month: number, day: number): boolean {
  return day >= 1 && day <= (daysInMonth[month - 1] ?? 0);
}

/** A year that a living person, or a record about one, can bear: two digits, or 1870 to 2099. */
export function isYear(digits: string): boolean {
  if (digits.length === 2) return true;
  return digits.length === 4 && Number(digits) >= 1870 && Number(digits) <= 2099;
}

/** Whether three numbers read as a date in some order: month-day-year, day-month-year, year-month-day. */
export function isDate(a: string, b: string, c: string): boolean {
  const day = (month: string, date: string): boolean =>
    month.length < 3 && date.length < 3 && isDay(Number(month), Number(date));
  return (isYear(c) && (day(a, b) || day(b, a))) || (a.length === 4 && isYear(a) && day(b, c));
}

/** Lengths that the parts of a date said in one row can have, such as day 2, month 1, year 4. */
const partLengths = [1, 2].flatMap((a) => [1, 2].map((b) => [a, b] as const));

/**
 * Whether digits said in one row, 3 to 8 of them, read as a date in some way: `1982`, `612`,
 * `61280`, `06121980`, `19800612`.
 */
export function isCompactDate(digits: string): boolean {
  if (digits.length < 3 || digits.length > 8) return false;
  if (digits.length === 4 && isYear(digits)) return true;
  return partLengths.some(([a, b]) => isSplitDate(digits, a, b));
}

function isSplitDate(digits: string, a: number, b: number): boolean {
  const [first, second, rest] = [digits.slice(0, a), digits.slice(a, a + b), digits.slice(a + b)];
  if (rest === '') {
    const [left, right] = [Number(first), Number(second)];
    return digits.length === a + b && (isDay(left, right) || isDay(right, left));
  }
  const leadingYear = digits.slice(0, 4);
  const afterYear = [digits.slice(4, 4 + a), digits.slice(4 + a)] as const;
  return (
    isDate(first, second, rest) || (afterYear[1].length === b && isDate(leadingYear, ...afterYear))
  );
}

/** Years from which on a date without a label is more likely a visit or a policy than a birth. */
const firstUnlikely = 2015;

/** Whether a year, of two digits or four, is one that a patient is likely to be born in. */
export function isBirthYear(digits: string): boolean {
  if (digits.length === 2) return Number(digits) < firstUnlikely - 2000 || Number(digits) > 29;
  return Number(digits) >= 1905 && Number(digits) < firstUnlikely;
}
