import type { ApplianceApi } from '../../main/ipc/schema.ts';

/** Where one begins: with the first steps in an app whose keys have no way back yet, else with the calls. */
export async function firstPage(app: Pick<ApplianceApi, 'state'> | undefined) {
  if (app === undefined || readSkippedSteps()['keys'] !== undefined) return '/live';
  const { keys, app: about } = await app.state();
  return keys.recoveryKitMadeAt === null && !about.serviceMode ? '/start' : '/live';
}

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
