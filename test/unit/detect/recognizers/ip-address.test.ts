import { describe, expect, it } from 'vitest';
import { ipAddressRecognizer } from '../../../../server/detect/recognizers/ip-address.ts';
import { type Case, found } from './found.ts';

const finds: readonly Case[] = [
  [
    'spoken, shortened',
    "it says f e eight zero colon colon one c two b i don't know",
    ['f e eight zero colon colon one c two b'],
  ],
  ['IPv4', 'from 192.0.2.44.', ['192.0.2.44']],
  ['full IPv6', '2001:db8:0:0:8:800:200c:417a', ['2001:db8:0:0:8:800:200c:417a']],
  ['compressed', 'host 2001:db8::417a, port 3', ['2001:db8::417a']],
  ['compressed at the end', 'fe80::', ['fe80::']],
  ['loopback', '::1', ['::1']],
  ['unspecified', 'src=:: dst=x', ['::']],
  ['an IPv4 tail', '::ffff:192.0.2.44', ['::ffff:192.0.2.44']],
  ['an IPv4 tail of a full one', '64:ff9b:0:0:0:0:192.0.2.44', ['64:ff9b:0:0:0:0:192.0.2.44']],
  ['a zone', 'fe80::1%eth0', ['fe80::1%eth0']],
  ['a prefix length of IPv6', '2001:db8::/32', ['2001:db8::/32']],
  ['end of a sentence', 'It is 2001:db8::1.', ['2001:db8::1']],
  [
    'said with pauses',
    'one ninety two, dot, zero, dot, um, two, dot, seventeen',
    ['one ninety two, dot, zero, dot, um, two, dot, seventeen'],
  ],
  ['dots set apart', '192 . 0 . 2 . 17', ['192 . 0 . 2 . 17']],
  [
    'said colons',
    'two thousand one colon d b eight colon colon seventeen',
    ['two thousand one colon d b eight colon colon seventeen'],
  ],
  ['without its dots', 'the ip is 10 0 0 5', ['10 0 0 5']],
  [
    'spoken',
    'one nine two dot zero dot two dot forty four',
    ['one nine two dot zero dot two dot forty four'],
  ],
  [
    'spoken with double',
    'one ninety two dot o dot two dot double four',
    ['one ninety two dot o dot two dot double four'],
  ],
  [
    'IPv6 spoken without its colons',
    'ip address two zero zero one d b eight nine a three f four seven e one c two d five',
    ['two zero zero one d b eight nine a three f four seven e one c two d five'],
  ],
];

const nearMisses: readonly Case[] = [
  ['an octet too large', '192.0.2.256', []],
  ['a version', 'version 1.2.3.4', []],
  ['five parts', '1.2.3.4.5', []],
  ['a time', '12:30:45', []],
  ['a name in code', 'std::vector', []],
  ['two compressions', '2001::db8::1', []],
  ['an IPv4 tail out of range', '::ffff:192.0.2.256', []],
  ['a MAC address', '00:1b:63:84:45:e6', []],
  ['a prefix too long', '192.0.2.1/64', []],
];

describe('IP_ADDRESS is found', () => {
  it.each(finds)('%s', (_why, text, expected) => {
    expect(found(ipAddressRecognizer, text)).toEqual(expected);
  });
});

describe('what looks like an IP address and is none', () => {
  it.each(nearMisses)('%s', (_why, text, expected) => {
    expect(found(ipAddressRecognizer, text)).toEqual(expected);
  });
});
