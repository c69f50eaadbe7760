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
