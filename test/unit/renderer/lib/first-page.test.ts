import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApplianceApi, ApplianceState } from '../../../../main/ipc/schema.ts';
import {
  firstPage,
  readSkippedSteps,
  saveSkippedSteps,
} from '../../../../renderer/lib/first-steps.ts';

const appWith = (madeAt: string | null, serviceMode = false): Pick<ApplianceApi, 'state'> => ({
  state: async () =>
    ({ app: { serviceMode }, keys: { recoveryKitMadeAt: madeAt } }) as ApplianceState,
});

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  return () => vi.unstubAllGlobals();
});

describe('The portal opens', () => {
  it('with the calls in a browser', async () => {
    expect(await firstPage(undefined)).toBe('/live');
  });

  it('with the first steps in an app that has no recovery kit', async () => {
    expect(await firstPage(appWith(null))).toBe('/start');
  });

  it('with the calls once there is one, where it is left out, and where the app keeps no keys', async () => {
    expect(await firstPage(appWith('2026-01-05T08:00:00.000Z'))).toBe('/live');
    expect(await firstPage(appWith(null, true))).toBe('/live');
    saveSkippedSteps({ keys: 'Somebody else keeps the keys' });
    expect(await firstPage(appWith(null))).toBe('/live');
  });

  it('whatever the browser kept', () => {
    localStorage.setItem('portal-skipped-steps', '{not JSON');
    expect(readSkippedSteps()).toEqual({});
  });
});
