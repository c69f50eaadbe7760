import { itemAt } from '../../domain/item-at.ts';

/** Phrases that announce a kind; `NONE` takes a phrase out of play ("social history"). */
const phrases = {
  PHONE: `
    phone, phones, area code, ph, phno, mob, phone number, phone numbers, telephone, telephone number, tel, cell, cell number,
    cellphone, cell phone, mobile, mobile number, landline, contact number, contact me, contact us, contact them, contact him,
    contact her, be reached, reached at, call, callback, callback number, call back number, call me, call me back, call us,
    call us on, call him, call her, call them, call you, called me, calling from, call from, callers number, caller id,
    reach me, reach you, reach him, reach her, reach us, reach them, text me, texted me, ring me, ring us, dial,
    number to call, number to reach, home number, work number, best number, good number, daytime number, emergency contact,
    my number, your number, his number, her number, our number, their number, number again, office, office number, whatsapp,
    voicemail, pager, beeper, pager number, toll free, hotline, helpline, extension, direct line, direct number, handset,
    get hold of me, get hold of him, get hold of her, get me on, get me at, get him on, get her on, leave a message,
    leave word, my digits, her digits, his digits, desk line, home line, work line, number on file, number here, house phone,
    work phone, home phone, sms`,
  FAX: `
    fax, faxes, fax number, fax line, fax it, fax us, fax me, faxed, facsimile`,
  SSN: `
    ssn, ssns, social, socials, social number, social security, social security number, social security no,
    social security card, social security numbers, social card, soc, soc number, soc sec, ss, ss number, ss no, s s number,
    tax id, tax id number, tax i d, taxpayer id, taxpayer number, taxpayer identification number, itin, itin number`,
  EMAIL: `
    email, emails, email address, e mail, e mail address, mail address, gmail`,
  IP_ADDRESS: `
    ip, ips, ip address, ipv4, ipv6, subnet, gateway, dns server, whitelist, blacklist, ping, subnet mask, server address`,
  DOB: `
    date of birth, dates of birth, birth date, birthdate, birthdates, birthday, birthdays, birth day, bday, b day, bdate, dob,
    dobs, d o b, birth, born, born on, born in, year of birth, month of birth, day of birth, birth year, birth month,
    came into this world, came into the world, arrived in this world, came along in, date he was born, date she was born`,
  AGE: `
    age, aged, ages, how old, years old, year old`,
  DATE: `
    date, date of service, date of visit, date of surgery, date of admission, date of discharge, date of exam, date of death,
    appointment, appointments, scheduled, schedule, admitted, discharged, surgery, visit, follow up, expires, expiration,
    expiry, expiration date, seen on, started, since, due date, today is, todays date, last seen, what year was, what year did`,
  MRN: `
    mrn, mrns, medical record, medical records, medical record number, chart number, record number, patient number,
    patient id, hospital number, medical number`,
  ACCOUNT: `
    account, accounts, account number, acct, routing, routing number, bank, iban, swift, sort code, policy, policy number,
    member id, member number, membership number, subscriber id, group number, insurance, insurance id, insurance number,
    claim, claim number, medicare, medicaid, beneficiary, customer id, customer number, card, card number, credit card,
    debit card, visa, mastercard, cvv, security code, billing account`,
  ADDRESS: `
    address, street, zip, zip code, postcode, postal code, live at, lives at, living at`,
  LICENSE: `
    license, licence, license number, licence number, drivers license, driver license, driving licence, npi, npi number, dea,
    dea number, passport, passport number, certificate number`,
  VEHICLE_ID: `
    vin, vin number, plate, plate number, license plate, tag number, vehicle`,
  DEVICE_ID: `
    serial, serial number, imei, device id, mac, mac address, model number, lot number`,
  OTHER_ID: `
    nhs, nhs number, national insurance, national insurance number, sin, social insurance, social insurance number,
    tax file number, business number, company number, national identification, order number, confirmation number,
    reference number, case number, ticket number, tracking number, invoice, invoice number, booking number,
    prescription number, rx number, national id, employee id, student id, pin, pin number, passcode, password,
    verification code, code, ein, vat`,
  NONE: `
    social history, social worker, social workers, social work, social media, social anxiety, social distancing,
    social drinker, social drinking, social smoker, social services, social support, social life, social network,
    social phobia, social situation, social situations, social isolation, social club, social event, social events,
    social determinants, social butterfly, social skills, birth control, birth weight, birth certificate, birth plan,
    birth defect, give birth, gave birth, giving birth, birth mother, birth rate, new born, newborn, first born, phone call,
    phone calls, phone booth, on the phone, cell count, cell counts, blood cell, blood cells, white cell, red cell, stem cell,
    sickle cell, cell carcinoma, cell lung, cell anemia, t cell, b cell, office visit, office visits, doctors office,
    post office, the office, bank holiday, card game, mobile home, birthday party, birthday parties, birthday cake,
    birthday gift, birthday present, birthday card, birthday wish, birthday wishes, birthday dinner`,
};

/** Kinds that words announce. */
export type CueKind = keyof typeof phrases;

export interface Phrase {
  readonly words: readonly string[];
  readonly kind: CueKind;
}

/** Phrases by their first word, longest first. Words are lower case without apostrophes. */
export const phrasesByWord: ReadonlyMap<string, readonly Phrase[]> = indexPhrases();

function indexPhrases(): ReadonlyMap<string, readonly Phrase[]> {
  const all = Object.entries(phrases).flatMap(([kind, list]) =>
    list
      .trim()
      .split(/,\s+/)
      .map((phrase): Phrase => ({ words: phrase.split(' '), kind: kind as CueKind })),
  );
  const byWord = Map.groupBy(all, ({ words }) => itemAt(words, 0));
  for (const group of byWord.values()) group.sort((a, b) => b.words.length - a.words.length);
  return byWord;
}
