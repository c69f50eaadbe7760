import type { ApplianceApi } from '../../main/ipc/schema.ts';
import { readSkippedSteps } from './skipped-steps.ts';

/** Where one begins: with the first steps in an app whose keys have no way back yet, else with the calls. */
export async function firstPage(app: Pick<ApplianceApi, 'state'> | undefined) {
  if (app === undefined || readSkippedSteps()['keys'] !== undefined) return '/live';
  const { keys, app: about } = await app.state();
  return keys.recoveryKitMadeAt === null && !about.serviceMode ? '/start' : '/live';
}
