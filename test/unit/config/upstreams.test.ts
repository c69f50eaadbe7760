import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeUpstreams } from '../../../server/config/upstreams.ts';

const shipped = readFileSync(new URL('../../../configs/upstreams.yaml', import.meta.url), 'utf8');

function targets(yaml: string, env: Readonly<Record<string, string>>) {
  const result = decodeUpstreams(yaml, env);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

describe('The shipped upstreams are the allowed values of an agent (spec, create agent)', () => {
  it('the shipped file has each allowed name', () => {
    expect([...targets(shipped, {}).keys()]).toEqual([
      'stub',
      'provider:model-small',
      'provider:model-large',
    ]);
  });

  it('only the stub works without a provider', () => {
    const unconfigured = { kind: 'unconfigured', missing: ['SVC_UPSTREAM_BASE_URL'] };
    expect([...targets(shipped, {}).values()]).toEqual([
      { kind: 'stub' },
      unconfigured,
      unconfigured,
    ]);
  });

  it('the environment gives an upstream its host and model', () => {
    const env = {
      SVC_UPSTREAM_BASE_URL: 'https://llm.example/v1/',
      SVC_UPSTREAM_API_KEY: 'canary',
      SVC_MODEL_SMALL: 'tiny-1',
    };
    const map = targets(shipped, env);
    const small = map.get('provider:model-small');
    expect(small).toMatchObject({ baseUrl: 'https://llm.example/v1', model: 'tiny-1' });
    expect(small?.kind === 'openai' && small.apiKey?.reveal()).toBe('canary');
    expect(map.get('provider:model-large')).toMatchObject({ model: 'model-large' });
    expect(JSON.stringify([...map])).not.toContain('canary');
  });

  it('a provider without keys needs no key', () => {
    const map = targets(shipped, { SVC_UPSTREAM_BASE_URL: 'http://127.0.0.1:9/v1' });
    expect(map.get('provider:model-small')).toMatchObject({ apiKey: null });
  });
});

describe('An upstream may name a second provider (decision 0109)', () => {
  const first = { SVC_UPSTREAM_BASE_URL: 'https://llm.example' };
  const provider = (name: string, fallback: string) =>
    `  ${name}: { kind: openai, base_url: https://llm.example, model: m, fallback: '${fallback}' }\n`;

  it('the shipped models fall back to one that has an address', () => {
    const second = {
      SVC_FALLBACK_BASE_URL: 'https://second.example',
      SVC_FALLBACK_KIND: 'anthropic',
    };
    const map = targets(shipped, { ...first, ...second });
    expect(map.get('provider:model-large')).toMatchObject({ fallback: 'provider:fallback' });
    expect(map.get('provider:fallback')).toMatchObject({
      kind: 'anthropic',
      baseUrl: 'https://second.example',
      model: 'model-fallback',
    });
  });

  it('without its address nobody falls back', () => {
    expect(targets(shipped, first).get('provider:model-small')).not.toHaveProperty('fallback');
  });

  it.each([['provider:a'], ['provider:none'], ['stub']])('%s is none', (fallback) => {
    const yaml = `upstreams:\n  stub: { kind: stub }\n${provider('provider:a', fallback)}`;
    const result = decodeUpstreams(yaml, {});
    const paths = result.ok ? [] : result.problems.map(({ path }) => path);
    expect(paths).toEqual(['upstreams.provider:a.fallback']);
  });
});

describe('An upstream speaks the protocol that the environment names (decision 0104)', () => {
  const env = { SVC_UPSTREAM_BASE_URL: 'https://llm.example' };
  const small = (more: Readonly<Record<string, string>>) =>
    targets(shipped, { ...env, ...more }).get('provider:model-small');

  it.each(['openai', 'azure', 'responses', 'anthropic', 'bedrock', 'gemini'])('%s', (kind) => {
    expect(small({ SVC_UPSTREAM_KIND: kind })).toMatchObject({ kind, apiVersion: '2024-10-21' });
  });

  it('chat completions where it names none, and any version of Azure', () => {
    expect(small({})).toMatchObject({ kind: 'openai' });
    const version = { SVC_UPSTREAM_KIND: 'azure', SVC_UPSTREAM_API_VERSION: '2025-04-01-preview' };
    expect(small(version)).toMatchObject({ apiVersion: '2025-04-01-preview' });
  });

  it('an unknown one is refused once, by the name of its variable', () => {
    const result = decodeUpstreams(shipped, { ...env, SVC_UPSTREAM_KIND: 'canary' });
    expect(result.ok ? [] : result.problems.map(({ path }) => path)).toEqual(['SVC_UPSTREAM_KIND']);
    expect(JSON.stringify(result)).not.toContain('canary');
  });
});

describe('A wrong file of upstreams is refused', () => {
  const local = (fields: string) => `upstreams:\n  provider:local: { kind: openai, ${fields} }\n`;

  it.each([
    [
      'a host with credentials',
      local('base_url: http://a:b@h/v1, model: m'),
      'upstreams.provider:local.base_url',
    ],
    [
      'a key in the file',
      local('base_url: http://h, model: m, api_key: abc'),
      'upstreams.provider:local.api_key',
    ],
    [
      'an unknown field',
      local('base_url: http://h, model: m, host: h'),
      'upstreams.provider:local.host',
    ],
    ['no model', local('base_url: http://h'), 'upstreams.provider:local.model'],
    ['an unknown kind', 'upstreams:\n  stub: { kind: echo }\n', 'upstreams.stub.kind'],
    [
      'a name outside the grammar',
      'upstreams:\n  My Model: { kind: stub }\n',
      'upstreams.My Model',
    ],
  ])('%s', (_, yaml, path) => {
    const result = decodeUpstreams(yaml, {});
    expect(result.ok ? [] : result.problems.map((problem) => problem.path)).toEqual([path]);
  });

  it('a problem names the wrong variable once, without its value', () => {
    const result = decodeUpstreams(shipped, { SVC_UPSTREAM_BASE_URL: 'canary' });
    expect(result.ok ? [] : result.problems.map((problem) => problem.path)).toEqual([
      'SVC_UPSTREAM_BASE_URL',
    ]);
    expect(JSON.stringify(result)).not.toContain('canary');
  });
});

describe('A model on the clinic’s own network (decision 0191)', () => {
  const local = (url: string) => decodeUpstreams(shipped, { SVC_LOCAL_BASE_URL: url });

  it.each([
    'http://localhost:11434/v1',
    'http://127.0.0.1:11434/v1',
    'http://10.1.2.3/v1',
    'http://172.31.0.1/v1',
    'http://192.168.1.9:1234/v1',
    'http://[fd00::1]/v1',
    'https://models.clinic.example/v1',
  ])('may be at %s', (url) => {
    const found = local(url);
    expect(found.ok && found.value.get('provider:local')).toMatchObject({ ownNetwork: true });
  });

  it.each([
    'http://8.8.8.8/v1',
    'http://172.32.0.1/v1',
    'http://134744072/v1',
    'http://169.254.169.254/v1',
    'http://[2001:db8::1]/v1',
    'http://[::ffff:8.8.8.8]/v1',
  ])('cannot be at %s', (url) => {
    expect(local(url)).toEqual({
      ok: false,
      problems: [
        { path: 'SVC_LOCAL_BASE_URL', message: 'must be on a private network or this machine' },
      ],
    });
  });

  it('is left out without an address', () => {
    expect(targets(shipped, {}).has('provider:local')).toBe(false);
  });
});
