import { describe, expect, it } from 'vitest';
import { deviceIdRecognizer } from '../../../../server/detect/recognizers/device-id.ts';
import { type Case, found } from './found.ts';

const cases: readonly Case[] = [
  ['MAC', '00:1A:2b:3c:4d:5e', ['00:1A:2b:3c:4d:5e']],
  ['MAC with dots', 'mac 001a.2b3c.4d5e', ['001a.2b3c.4d5e']],
  ['IMEI', 'imei 490154203237518', ['490154203237518']],
  ['serial', 'serial number SN-4482910', ['SN-4482910']],
  ['pacemaker', 'pacemaker serial number is PK 448 291', ['PK 448 291']],
  ['UDI', '(01)00844588003288(17)141120', ['(01)00844588003288(17)141120']],
  ['a time', 'at 10:15:20 today', []],
  ['a phone number', 'my phone number is 555-330-9021', []],
  ['a series', 'a serial of 3 episodes', []],
];

describe('DEVICE_ID is found, and what only looks like it is not', () => {
  it.each(cases)('%s', (_why, text, expected, question) => {
    expect(found(deviceIdRecognizer, text, question)).toEqual(expected);
  });
});
