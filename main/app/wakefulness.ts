import type { ElectronParts } from '../electron-parts.ts';

/** Keeps the machine from falling asleep by itself, while that is wanted. */
export function createPowerSaveBlocker(blocker: ElectronParts['powerSaveBlocker']) {
  let held: number | undefined;
  return {
    setActive(awake: boolean): void {
      if (awake) held ??= blocker.start('prevent-app-suspension');
      else if (held !== undefined) {
        blocker.stop(held);
        held = undefined;
      }
    },
  };
}
