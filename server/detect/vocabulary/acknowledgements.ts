const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Words of which a listener's turn consists who only wants the speaker to go on. */
export const acknowledgingWords: ReadonlySet<string> = words(`
  a again ah ahead alright all and after are carry comes come continue copy correct could digit digits
  do down else excellent fine first follows for from get go going good got gotcha great hear heard here hmm
  huh i i'm i've if is it it's just keep kay last let letter letters listening mhm mine mm mmhm mmhmm more
  move me next no nope noted number numbers of off oh ok okay on once one part perfect please ready
  repeat rest right said say see sir slower slowly so sorry still sure take taking thank thanks that
  that's the then there this time uh uhhuh um understood up wait we're were whenever what what's with
  wonderful write writing yeah yep yes you you're your yup ma'am moment second sec minute hang hold
  beautiful awesome cool my end ends starts begins final remaining other another bit little can would
  have an absolutely certainly course finish begin start type typing typed far
  ajá aja bien bueno cierto claro continúe continua continúa correcto de dígame diga dele el la lo lento luego
  más perfecto por favor primero qué que repita repite seguimos siga sigo sigue sí si ya y vale entonces
  despacio siguiente siguientes último últimos número números letra letras gracias muy anoto anotado
  escucho le te calma tranquilo tranquila verdad rush hurry worries
`);

/** Words that a speaker says besides the digits and letters of a value in parts. */
export const dictatingWords: ReadonlySet<string> = words(`
  er eh erm uhm umm mmm well actually like look looking check think know find found here's these those
  they they're card front back says reads zero's now followed by plus also only
  area prefix middle group block section with no scratch strike correction mean meant over try
  hold let's anyway way around round pues este mire espere perdón es son ahí va
`);

/** Words between the parts of an e-mail address, a serial number or a spelled name. */
export const joiningWords: ReadonlySet<string> = words(
  'dash hyphen dot point period underscore slash space at capital lower upper case lowercase uppercase sign symbol double triple doble guion guión punto arroba barra',
);
