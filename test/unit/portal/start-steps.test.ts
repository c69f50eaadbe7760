import { describe, expect, it } from 'vitest';
import {
  configuredModels,
  missingVariables,
  type StartFacts,
  startSteps,
} from '../../../renderer/system/start-steps.ts';

const key = { kid: 'K_HEALTHCARE', source: 'file', active: true } as const;
const stub = { name: 'stub', configured: true, missing: [] };
const small = { name: 'provider:model-small', configured: true, missing: [] };
const unset = ['SVC_UPSTREAM_BASE_URL'];

const fresh: StartFacts['system'] = {
  keys: [key],
  upstreams: [stub, { ...small, configured: false, missing: unset }],
  ingress_port: null,
  calls_url: 'http://127.0.0.1:8787',
};
const facts = (system: Partial<StartFacts['system']> = {}, agentCount = 0, callCount = 0) => ({
  system: { ...fresh, ...system },
  agentCount,
  callCount,
});
const doneOf = (given: StartFacts) =>
  startSteps(given)
    .filter(({ done }) => done)
    .map(({ name }) => name);

describe('the first steps', () => {
  it('go from the keys to a call, and the first that is not done is next', () => {
    const steps = startSteps(facts());
    expect(steps.map(({ name }) => name)).toEqual(['keys', 'upstream', 'agent', 'tunnel', 'call']);
    expect(steps.filter(({ next }) => next).map(({ name }) => name)).toEqual(['upstream']);
  });

  it('are done by what is there', () => {
    expect(doneOf(facts({ keys: [{ ...key, active: false }] }))).toEqual([]);
    expect(doneOf(facts({ upstreams: [stub, small] }))).toEqual(['keys', 'upstream']);
    expect(doneOf(facts({}, 1, 1))).toEqual(['keys', 'agent', 'call']);
  });

  it('do not count the stub as a model', () => {
    expect(configuredModels({ upstreams: [stub, small] })).toEqual(['provider:model-small']);
  });

  it.each([
    ['http://127.0.0.1:8787', 8788, false],
    ['http://localhost:8787', 8788, false],
    ['http://[::1]:8787', 8788, false],
    ['https://calls.clinic.example.com', null, false],
    ['https://calls.clinic.example.com', 8788, true],
  ])('have a tunnel with the address %s and the port %s: %s', (calls_url, ingress_port, there) => {
    expect(doneOf(facts({ calls_url, ingress_port })).includes('tunnel')).toBe(there);
  });

  it('are all done in the end, and none is next', () => {
    const all = facts(
      {
        upstreams: [small],
        calls_url: 'https://calls.clinic.example.com',
        ingress_port: 8788,
      },
      2,
      1,
    );
    expect(startSteps(all).every(({ done, next }) => done && !next)).toBe(true);
  });

  it('name each variable once that is still to be set', () => {
    const one = { ...small, configured: false, missing: unset };
    const upstreams = [one, { ...one, name: 'provider:model-large' }];
    expect(missingVariables({ upstreams })).toEqual(unset);
  });
});
