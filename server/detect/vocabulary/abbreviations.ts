/** What families of many languages call their grandparents, parents and aunts: nobody's name. */
const kin = [
  'abuel(?:a|o|ita|ito)s?|nonn(?:a|o|i)|oma|opa|omi|yia ?yia|ya ?ya|pap(?:p)?ou|bubb(?:e|ie|y)|bubeleh?',
  'za[iy]d[aeiy]|teta|sit(?:t|t)[oiy]|jidd?[ou]|gid[ou]|ammi|amma|appa|umma|eomma|hal(?:ae?)?mon[iy]|halmuni',
  'har?a?ab[ou]ji|halabeoji|harabeoji|obaa?[- ]?(?:san|chan)|ojii?[- ]?(?:san|chan)|nai ?nai|ye ?ye|lao ?lao',
  'wai ?po|gong ?gong|po ?po|dad[aiy] ?ji|nan[aiy]|baba|babcia|dziadek|babushka|dedushka|babusya',
  'grandma|grandpa|granny|gran|gramps|grammy|nana|me?maw|mee?maw|mamaw|papaw|paw ?paw|pop ?pop|pee ?paw',
  'mama|papa|mami|papi|mommy|daddy|mom|mum|dad|auntie|tante|t[ií]a|t[ií]o|ba n[oộ]i|b[aà] ngo[aạ]i|ate|kuya|inay|tatay|nanay',
].join('|');
const isKinWord = new RegExp(`^(?:(?:my|mi|our|your) )?(?:${kin})(?: ji|['’]s)?$`, 'iu');

/** Whether a whole text is a word for a relative, such as "halmoni" or "my nonna". */
export const isKin = (text: string): boolean => isKinWord.test(text);

const abbreviations: ReadonlySet<string> = new Set(
  `uti copd chf mri ekg ecg eeg emg cbc cmp bmp bmi icu ent gerd adhd add ptsd ocd pcp hmo ppo epo hsa fsa iud std sti hiv tb pt ot np
  rn lpn cna dvt cad ckd esrd tia cva bp tsh psa hpv hsv ibs ibd uri otc prn eob rx dme iv cpap bipap url vip usb pdf faq dnr poa ssi
  ssdi id dob mrn ssn npi va gi gyn ob obgyn nicu picu asap fmla pto mmr tdap dtap rsv rbc wbc inr ct cat ua sob tmj acl mcl nsaid
  ssri cbd thc gps dea edd vin lmp vsd asd pcos dka ldl hdl aarp uhc cvs ups usps irs dmv er pac`
    .trim()
    .split(/\s+/),
);

/** Whether a text is nothing but abbreviations that are spelled, such as "a u t i" or "c o p d and c h f". */
export function isSpelledAbbreviation(text: string): boolean {
  const groups = text.toLowerCase().split(/\b(?:and|or|an|my|for|the|her|his|of|with)\b/);
  const spelled = groups.map((group) => group.trim()).filter((group) => group !== '');
  return spelled.length > 0 && spelled.every(isAbbreviation);
}

function isAbbreviation(group: string): boolean {
  if (!/^[a-z](?:[ .-]{1,2}[a-z]){1,5}\.?$/.test(group)) return false;
  const letters = group.replace(/[^a-z]/g, '');
  return (
    abbreviations.has(letters) || (letters.startsWith('a') && abbreviations.has(letters.slice(1)))
  );
}
