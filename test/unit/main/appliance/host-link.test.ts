import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import packageJson from '../../../../package.json' with { type: 'json' };
import { type Channel, connectHost } from '../../../../server/app/host-link.ts';
import { type FromServer, fromServer } from '../../../../server/contract/host-messages.ts';

const hosted = { SVC_HOST_IPC: '1' };

/** The end of a channel that a server has, with the host's end in the test's hand. */
function channelOf() {
  const said: FromServer[] = [];
  const emitter = new EventEmitter();
  const channel = Object.assign(emitter, {
    pid: 42,
    connected: true,
    send: (message: unknown) => said.push(fromServer.parse(message)) > 0,
    disconnect: () => {
      channel.connected = false;
      emitter.emit('disconnect');
    },
  });
  const tell = (message: unknown) => emitter.emit('message', message);
  return { channel: channel as unknown as Channel, said, tell, leave: channel.disconnect };
}

function linked() {
  const { channel, ...host } = channelOf();
  const link = connectHost(hosted, channel);
  if (link === undefined) throw new Error('no link');
  return { ...host, link };
}

const service = {
  url: 'http://127.0.0.1:8787',
  ingressUrl: null,
  health: () => [],
};

describe('a server speaks the host protocol if it has a host', () => {
  it.each([
    ['its host did not ask for it', {}, channelOf().channel],
    ['there is no channel', hosted, Object.assign(new EventEmitter(), { pid: 42 })],
  ])('a server does not speak the host protocol when %s', (_, env, channel) => {
    expect(connectHost(env, channel as unknown as Channel)).toBeUndefined();
  });

  it('a hosted server says hello and waits for its secrets', async () => {
    const { link, said, tell } = linked();
    const secrets = link.secrets();
    expect(said).toEqual([{ type: 'hello', protocol: 1, version: packageJson.version, pid: 42 }]);
    tell({ type: 'secrets', variables: { SVC_MASTER_KEY: 'ab' } });
    expect(await secrets).toEqual({ SVC_MASTER_KEY: 'ab' });
  });

  it('a hosted server ignores messages outside the protocol', async () => {
    const { link, tell, said } = linked();
    const secrets = link.secrets();
    for (const message of [
      null,
      { type: 'secrets', variables: { PATH: '/tmp' } },
      { type: 'ticket' },
      { type: 'reboot' },
    ])
      tell(message);
    tell({ type: 'secrets', variables: {} });
    expect(await secrets).toEqual({});
    expect(said).toHaveLength(1);
  });

  it('a hosted server that lost its host gets no secrets and must end', async () => {
    const { link, leave } = linked();
    const secrets = link.secrets();
    leave();
    expect(await secrets).toBeUndefined();
    await link.ended;
    link.close();
  });

  it('a hosted server reports its address and ends when the host asks', async () => {
    const { link, said, tell } = linked();
    link.ready(service);
    expect(said).toEqual([{ type: 'ready', url: service.url, ingressUrl: null }]);
    tell({ type: 'shutdown' });
    await link.ended;
  });

  it('a hosted server takes the address for calls from its host', () => {
    const { link, tell } = linked();
    expect(link.callsUrl()).toBeNull();
    tell({ type: 'calls_url', url: 'https://calls.example.com/' });
    expect(link.callsUrl()).toBe('https://calls.example.com');
    tell({ type: 'calls_url', url: null });
    expect(link.callsUrl()).toBeNull();
  });

  it('a hosted server reports why it cannot run, with path and message only', () => {
    const { link, said } = linked();
    link.refused([{ path: 'policy', message: 'is not valid', line: 3, column: 1, code: 'bad' }]);
    expect(said).toEqual([
      { type: 'refused', problems: [{ path: 'policy', message: 'is not valid' }] },
    ]);
  });
});

describe('a server answers its host', () => {
  it('a hosted server answers whether it serves calls', () => {
    const { link, said, tell } = linked();
    tell({ type: 'health', request: 1 });
    let reasons: string[] = [];
    link.ready({ ...service, health: () => reasons });
    tell({ type: 'health', request: 2 });
    reasons = ['draining'];
    tell({ type: 'health', request: 3 });
    expect(said.filter(({ type }) => type === 'health')).toEqual([
      { type: 'health', request: 1, reasons: ['starting'] },
      { type: 'health', request: 2, reasons: [] },
      { type: 'health', request: 3, reasons: ['draining'] },
    ]);
  });

  it.each([
    [
      'a path that signs in',
      () => 'http://127.0.0.1:8787/idp/sign-in?ticket=t',
      '/idp/sign-in?ticket=t',
    ],
    ["none where the clinic's own provider signs people in", undefined, null],
  ])('%s', (_, createSignInLink, path) => {
    const { link, said, tell } = linked();
    link.ready({ ...service, ...(createSignInLink && { createSignInLink }) });
    tell({ type: 'ticket', request: 7 });
    expect(said.at(-1)).toEqual({ type: 'ticket', request: 7, path });
  });

  it('a hosted server sends nothing after its host is gone', () => {
    const { link, said, tell, leave } = linked();
    leave();
    tell({ type: 'health', request: 1 });
    link.refused([]);
    expect(said).toEqual([]);
  });
});
