/** Postcode areas in use in the United Kingdom and the Crown dependencies. */
const ukPostcodeAreas = new Set(
  (
    'AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY ' +
    'E EC EH EN EX FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL ' +
    'LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM ' +
    'SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE'
  ).split(' '),
);

/** Whether letters and digits without separators (any case) form a UK postcode of a real area. */
export function isUkPostcode(value: string): boolean {
  const parts = /^([A-Z]{1,2})\d[A-Z\d]?\d[ABD-HJLNP-UW-Z]{2}$/i.exec(value);
  return value.toUpperCase() === 'GIR0AA' || ukPostcodeAreas.has((parts?.[1] ?? '').toUpperCase());
}
