import { describe, expect, it } from 'vitest';
import {
  configuredModels,
  missingVariables,
  type StartFacts,
  startSteps,
} from '../../../../renderer/start/start-steps.ts';
import { startStrings } from '../../../../renderer/start/strings.ts';

const key = { kid: 'K_HEALTHCARE', source: 'file', active: true } as const;
const stub = { name: 'stub', configured: true, missing: [] };
const small = { name: 'provider:model-small', configured: true, missing: [] };
const unset = ['SVC_UPSTREAM_BASE_URL'];

const fresh: StartFacts['system'] = {
  keys: [key],
  keys_stored: { at: '2026-11-03T09:30:00.000Z', by: 'owner' },
  upstreams: [stub, { ...small, configured: false, missing: unset }],
  ingress_port: null,
  calls_url: 'http://127.0.0.1:8787',
};
const facts = (system: Partial<StartFacts['system']> = {}, agentCount = 0, callCount = 0) => ({
  system: { ...fresh, ...system },
  agentCount,
  callCount,
  isPolicyChosen: false,
});
const doneOf = (given: StartFacts) =>
  startSteps(given)
    .filter(({ done }) => done)
    .map(({ name }) => name);

describe('the first steps', () => {
  it('the steps go from the policy to a call, and the first open one is next', () => {
    const steps = startSteps(facts());
    expect(steps.map(({ name }) => name)).toEqual([
      'policy',
      'keys',
      'upstream',
      'agent',
      'tunnel',
      'call',
    ]);
    expect(steps.filter(({ next }) => next).map(({ name }) => name)).toEqual(['policy']);
  });

  it('existing keys, models, agents and calls complete their steps', () => {
    expect(doneOf(facts({ keys: [{ ...key, active: false }] }))).toEqual([]);
    expect(doneOf(facts({ upstreams: [stub, small] }))).toEqual(['keys', 'upstream']);
    expect(doneOf(facts({}, 1, 1))).toEqual(['keys', 'agent', 'call']);
  });

  it('the policy step is done once somebody has chosen one', () => {
    expect(doneOf({ ...facts(), isPolicyChosen: true })).toEqual(['policy', 'keys']);
  });

  it('keys are kept only after somebody says that a copy is elsewhere', () => {
    expect(doneOf(facts({ keys_stored: null }, 1, 1))).toEqual(['agent', 'call']);
  });

  it('the stub is no configured model', () => {
    expect(configuredModels({ upstreams: [stub, small] })).toEqual(['provider:model-small']);
  });

  it.each([
    ['http://127.0.0.1:8787', 8788, false],
    ['http://localhost:8787', 8788, false],
    ['http://[::1]:8787', 8788, false],
    ['https://calls.clinic.example.com', null, false],
    ['https://calls.clinic.example.com', 8788, true],
  ])(
    'the tunnel step with the address %s and the port %s is done: %s',
    (calls_url, ingress_port, there) => {
      expect(doneOf(facts({ calls_url, ingress_port })).includes('tunnel')).toBe(there);
    },
  );

  it('no step is next after all are done', () => {
    const all = facts(
      {
        upstreams: [small],
        calls_url: 'https://calls.clinic.example.com',
        ingress_port: 8788,
      },
      2,
      1,
    );
    const chosen = { ...all, isPolicyChosen: true };
    expect(startSteps(chosen).every(({ done, next }) => done && !next)).toBe(true);
  });

  it('each missing variable is named once', () => {
    const one = { ...small, configured: false, missing: unset };
    const upstreams = [one, { ...one, name: 'provider:model-large' }];
    expect(missingVariables({ upstreams })).toEqual(unset);
  });
});

describe('the first steps in the desktop app', () => {
  const app = {
    keys: {
      custody: 'keychain',
      backend: 'dpapi',
      recoveryKitMadeAt: '2026-01-05T08:00:00.000Z',
      problem: null,
    },
    tunnel: {
      provider: 'cloudflared',
      phase: 'up',
      since: '2026-01-05T08:00:00.000Z',
      publicUrl: 'https://calls.clinic.example.com',
      restarts: 0,
      detail: null,
    },
  } as const;
  const doneIn = (appliance: StartFacts['appliance']) => doneOf({ ...facts(), appliance });

  it('in the app, the tunnel comes before the agent, because agents use its address', () => {
    const steps = startSteps({ ...facts(), appliance: app });
    expect(steps.map(({ name }) => name)).toEqual([
      'keys',
      'policy',
      'upstream',
      'tunnel',
      'agent',
      'call',
    ]);
  });

  it('in the app, the keys are done with a recovery kit and readable keys', () => {
    expect(doneIn(app)).toContain('keys');
    expect(doneIn({ ...app, keys: { ...app.keys, recoveryKitMadeAt: null } })).not.toContain(
      'keys',
    );
    const problem = { code: 'keychain_locked', message: 'Unlock the keychain.' };
    expect(doneIn({ ...app, keys: { ...app.keys, problem } })).not.toContain('keys');
  });

  it('in the app, the tunnel is done while it is up', () => {
    expect(doneIn(app)).toContain('tunnel');
    expect(doneIn({ ...app, tunnel: { ...app.tunnel, phase: 'down' } })).not.toContain('tunnel');
  });

  it('in the app, the tunnel is done without one if a proxy brings calls in', () => {
    const appliance = {
      ...app,
      tunnel: { ...app.tunnel, provider: 'none', phase: 'off' } as const,
    };
    const reached = facts({ calls_url: 'https://calls.clinic.example.com', ingress_port: 8788 });
    expect(doneIn(appliance)).not.toContain('tunnel');
    expect(doneOf({ ...reached, appliance })).toContain('tunnel');
  });

  it('the step after a skipped one is next, and a done step is not skipped', () => {
    const skipped = { keys: 'Later', policy: 'Later', upstream: 'The stub is enough for now' };
    const steps = startSteps({ ...facts(), appliance: app, skipped });
    expect(steps.map((step) => step.skipped)).toEqual([
      undefined,
      skipped.policy,
      skipped.upstream,
      undefined,
      undefined,
      undefined,
    ]);
    expect(steps.find(({ next }) => next)?.name).toBe('agent');
  });
});

it('the steps that have lines of settings say in which file they belong', () => {
  const { upstream, tunnel } = startStrings.steps;
  for (const text of [upstream.todo, tunnel.text, tunnel.half(8788)])
    expect(text).toContain('the file .env in the folder of the service');
});
