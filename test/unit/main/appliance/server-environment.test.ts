import { describe, expect, it } from 'vitest';
import { serverEnvironment } from '../../../../main/appliance/server-environment.ts';

describe("a server's environment holds a few variables of its host, and its settings", () => {
  it('variables that change how Node or the server works are not passed on', () => {
    const own = {
      PATH: '/usr/bin',
      HOME: '/home/clinic',
      NODE_OPTIONS: '--require ./other.js',
      NODE_PATH: '/tmp',
      LD_PRELOAD: './other.so',
      ELECTRON_RUN_AS_NODE: '1',
      NOTIFY_SOCKET: '/run/systemd/notify',
      SVC_DEV: '1',
      SVC_MASTER_KEY: 'a'.repeat(64),
    };
    expect(serverEnvironment(own, { SVC_PORT: '8787' })).toEqual({
      PATH: '/usr/bin',
      HOME: '/home/clinic',
      MALLOC_ARENA_MAX: '2',
      SVC_PORT: '8787',
      SVC_HOST_IPC: '1',
    });
  });

  it.each([
    'SVC_MASTER_KEY',
    'SVC_DATABASE_KEY',
    'SVC_KEY_K_HEALTHCARE',
    'SVC_VOICE_WEBHOOK_SECRET',
    'SVC_VOICE_WEBHOOK_SECRET_PREVIOUS',
    'SVC_TWILIO_AUTH_TOKEN',
    'SVC_UPSTREAM_API_KEY',
    'SVC_IDP_CLIENT_SECRET',
    'SVC_METRICS_TOKEN',
    'SVC_DATABASE_URL',
    'svc_master_key',
  ])('the environment must not hold the secret %s', (name) => {
    expect(() => serverEnvironment({}, { [name]: 'x' })).toThrow(name);
  });
});
