import { describe, expect, it } from 'vitest';
import { targetOf } from '../../../../server/domain/settings/network-target.ts';

describe('A request of this service would go', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'alerts.localhost',
    '127.0.0.1',
    '127.9.8.7',
    '127.1',
    '2130706433',
    '0x7f000001',
    '017700000001',
    '0x7f.1',
    '0.0.0.0',
    '0',
    '0.1.2.3',
    '::1',
    '[::1]',
    '::',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '[::ffff:7f00:1]',
    '::127.0.0.1',
    '127。0。0。1',
  ])('to this machine: %s', (host) => {
    expect(targetOf(host)).toBe('this_machine');
  });

  it.each([
    '169.254.169.254',
    '2852039166',
    '169.254.1',
    '::ffff:169.254.169.254',
    'fe80::1',
    '[febf::1]',
  ])('to a link-local address: %s', (host) => {
    expect(targetOf(host)).toBe('link_local');
  });

  it.each([
    'hooks.example.com',
    'localhost.example.com',
    'notlocalhost',
    '10.0.0.1',
    '128.0.0.1',
    '192.168.1.20',
    '2001:db8::1',
    '[fd00::1]',
    'fec0::1',
    '169.253.0.1',
  ])('elsewhere: %s', (host) => {
    expect(targetOf(host)).toBe('elsewhere');
  });
});
