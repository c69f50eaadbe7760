import { describe, expect, it } from 'vitest';
import { deviceIdRecognizer } from '../../../../server/detect/recognizers/device-id.ts';
import { healthPlanIdRecognizer } from '../../../../server/detect/recognizers/health-plan-id.ts';
import { licenseRecognizer } from '../../../../server/detect/recognizers/license.ts';
import { urlRecognizer } from '../../../../server/detect/recognizers/url.ts';
import { vehicleIdRecognizer } from '../../../../server/detect/recognizers/vehicle-id.ts';
import { type Case, found } from './found.ts';

const plans: readonly Case[] = [
  ['Medicare number by grammar', '1EG4-TE5-MK73', ['1EG4-TE5-MK73']],
  ['Medicare number by name', 'my medicare number is 1EG4TE5MK73', ['1EG4TE5MK73']],
  [
    'spoken',
    'medicare number one e g four t e five m k seven three',
    ['one e g four t e five m k seven three'],
  ],
  ['Medicaid', 'medicaid id 990217733A', ['990217733A']],
  ['member id', 'member id W2209 18871', ['W2209 18871']],
  ['subscriber', 'subscriber number 00918871', ['00918871']],
  ['group', 'group # 55120', ['55120']],
  ['NHS number by name', 'NHS number 943 476 5919', ['943 476 5919']],
  ['NHS number somewhere near', 'for the nhs it is 943 476 5919', ['943 476 5919']],
  ['as answer', 'w220918871', ['w220918871'], 'what is the member id?'],
  ['a medical record is no Medicare', 'medical record 113322', []],
  ['a phone shape of no NHS', 'call 943 476 5919', []],
  ['age for Medicare', 'medicare starts at 65', []],
  ['members of a group', 'the group has 20 members', []],
];

const licences: readonly Case[] = [
  ['NPI by check digit', 'NPI 1234567893', ['1234567893']],
  ['NPI in groups', 'npi 1234-567-893', ['1234-567-893']],
  ['DEA by check digit', 'it says AB1234563', ['AB1234563']],
  ['DEA by name', 'DEA number is BX9999999', ['BX9999999']],
  ['driver', "driver's license number is D448-2910-77", ['D448-2910-77']],
  [
    'driver, spoken',
    'my drivers license is d four four eight two nine one oh',
    ['d four four eight two nine one oh'],
  ],
  ['nurse', 'my license number is RN-448291', ['RN-448291']],
  ['medical', 'medical license no. A-77120', ['A-77120']],
  ['passport', 'passport number 553920118', ['553920118']],
  ['UK driver by shape', 'DOEXX701019AB9CD', ['DOEXX701019AB9CD']],
  ['ten digits of no NPI', '1234567890', []],
  ['a licence plate', 'license plate number ABC 1234', []],
  ['an age', 'got my license at 16 years', []],
  ['a DEA shape with a wrong digit', 'part AB1234560', []],
];

const vehicles: readonly Case[] = [
  ['VIN by check digit', 'it is 1M8GDM9AXKP042788', ['1M8GDM9AXKP042788']],
  ['VIN by name though a digit is wrong', 'vin 1M8GDM9A1KP042788', ['1M8GDM9A1KP042788']],
  [
    'VIN spoken',
    'vin is one m eight g d m nine a x k p zero four two seven eight eight',
    ['one m eight g d m nine a x k p zero four two seven eight eight'],
  ],
  ['plate', 'my license plate is ABC 1234', ['ABC 1234']],
  ['plate number', 'plate number 7XKR992', ['7XKR992']],
  ['plate spoken', 'my plate is k d b four four one nine', ['k d b four four one nine']],
  ['a plate of food', 'one plate of 3 eggs', []],
  ['a bone plate', 'a plate and 6 screws', []],
  ['seventeen digits', '12345678901234567', []],
];

const devices: readonly Case[] = [
  ['MAC', '00:1A:2b:3c:4d:5e', ['00:1A:2b:3c:4d:5e']],
  ['MAC with dots', 'mac 001a.2b3c.4d5e', ['001a.2b3c.4d5e']],
  ['IMEI', 'imei 490154203237518', ['490154203237518']],
  ['serial', 'serial number SN-4482910', ['SN-4482910']],
  ['pacemaker', 'pacemaker serial number is PK 448 291', ['PK 448 291']],
  ['device on a thing', 'the device id on my phone is DEV-99281047', ['DEV-99281047']],
  ['UDI', '(01)00844588003288(17)141120', ['(01)00844588003288(17)141120']],
  ['a time', 'at 10:15:20 today', []],
  ['a phone number', 'my phone number is 555-330-9021', []],
  ['a series', 'a serial of 3 episodes', []],
];

const urls: readonly Case[] = [
  ['scheme', 'see https://portal.example.com/a?b=1.', ['https://portal.example.com/a?b=1']],
  ['www', 'www.example.org', ['www.example.org']],
  ['bare domain', 'go to example.com now', ['example.com']],
  ['path', 'example.com/lab', ['example.com/lab']],
  ['spoken', 'w w w dot example dot com', ['w w w dot example dot com']],
  ['an e-mail address', 'rosa@example.com', []],
  ['a missing blank', 'in pain.it hurts', []],
  ['an abbreviation', 'e.g. at 8 a.m.', []],
  ['a number', '1.5 or 2.5', []],
  ['an unknown ending', 'report.finaldoc', []],
];

const tables = [
  [healthPlanIdRecognizer, plans],
  [licenseRecognizer, licences],
  [vehicleIdRecognizer, vehicles],
  [deviceIdRecognizer, devices],
  [urlRecognizer, urls],
] as const;

describe.each(tables)('$kind', (recognizer, cases) => {
  it.each(cases)('%s', (_why, text, finds, question) => {
    expect(found(recognizer, text, question)).toEqual(finds);
  });
});
