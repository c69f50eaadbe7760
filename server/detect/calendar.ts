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

/**
 * Whether digits said in one row, 3 to 8 of them, read as a date in some way: `1982`, `612`,
 * `61280`, `06121980`.
 */
export function isCompactDate(digits: string): boolean {
  if (digits.length === 4 && isYear(digits)) return true;
  if (digits.length < 3 || digits.length > 8) return false;
  for (let first = 1; first <= 4; first += first === 2 ? 2 : 1) {
    for (let second = 1; second <= 2; second += 1) {
      const rest = digits.slice(first + second);
      if (rest === '' && digits.length <= 4 && isMonthDay(digits, first)) return true;
      if (isDate(digits.slice(0, first), digits.slice(first, first + second), rest)) return true;
    }
  }
  return false;
}

function isMonthDay(digits: string, first: number): boolean {
  const a = Number(digits.slice(0, first));
  const b = Number(digits.slice(first));
  return isDay(a, b) || isDay(b, a);
}
