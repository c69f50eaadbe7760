import type { ApplianceApi } from '../../main/ipc/schema.ts';

/**
 * The first page: the first steps in an app without a recovery kit, and in a browser until a first call was made;
 * otherwise the overview.
 */
export async function firstPage(
  app: Pick<ApplianceApi, 'state'> | undefined,
  hasCalls: () => Promise<boolean>,
) {
  if (app === undefined) return (await hasCalls()) ? '/overview' : '/start';
  if (readSkippedSteps()['keys'] !== undefined) return '/overview';
  const { keys, app: about } = await app.state();
  return keys.recoveryKitMadeAt === null && !about.serviceMode ? '/start' : '/overview';
}

/** Skipped first steps by name, with the reasons. The page detects done steps itself. */
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
