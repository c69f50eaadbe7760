/** Of the first steps, those that somebody left out, with why. What is done needs no note: it shows. */
type SkippedSteps = Readonly<Record<string, string>>;

const key = 'portal-skipped-steps';

export function readSkippedSteps(): SkippedSteps {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as SkippedSteps;
  } catch {
    return {};
  }
}

export function saveSkippedSteps(skipped: SkippedSteps): void {
  localStorage.setItem(key, JSON.stringify(skipped));
}
