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

const called = async () => true;

describe('the first page of the portal', () => {
  it('in a browser, the portal opens with the first steps until there was a call', async () => {
    expect(await firstPage(undefined, async () => false)).toBe('/start');
    expect(await firstPage(undefined, called)).toBe('/overview');
  });

  it('in an app without a recovery kit, the portal opens with the first steps', async () => {
    expect(await firstPage(appWith(null), called)).toBe('/start');
  });

  it('in an app with a recovery kit, a skipped one or no keys, the portal opens with the overview', async () => {
    expect(await firstPage(appWith('2026-01-05T08:00:00.000Z'), called)).toBe('/overview');
    expect(await firstPage(appWith(null, true), called)).toBe('/overview');
    saveSkippedSteps({ keys: 'Somebody else keeps the keys' });
    expect(await firstPage(appWith(null), called)).toBe('/overview');
  });

  it('invalid browser storage counts as no skipped steps', () => {
    localStorage.setItem('portal-skipped-steps', '{not JSON');
    expect(readSkippedSteps()).toEqual({});
  });
});
