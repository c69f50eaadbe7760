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
  have an absolutely certainly course tell finish begin start type typing typed far
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
  put enter comma pause silence break blank beat roger did catch me please think know there's a an
  ponga escriba anote apunte lista listo espacio pausa silencio coma creo digamos seguido después sea a ver tiene
  entiende está bien lo un una como primer segundo tercer tercero cuarto quinto sexto séptimo octavo noveno décimo
  undécimo duodécimo decimotercero decimocuarto decimoquinto decimosexto señor señora señorita joven digo dear honey
`);

/** Words between the parts of an e-mail address, a serial number or a spelled name. */
export const joiningWords: ReadonlySet<string> = words(
  'dash hyphen dot point period underscore slash space at capital lower upper case lowercase uppercase sign symbol double triple doble guion guión punto arroba barra',
);

const measures = `
  at press option las marque oprima presione room floor bed step chapter page level stage grade line window door gate
  day week month year age habitación cuarto piso cama paso capítulo página nivel día semana mes año edad monday tuesday
  wednesday thursday friday saturday sunday lunes martes miércoles jueves viernes sábado domingo
`;

/** Words right before a number that counts, measures, or names a time or a place; in English and Spanish. */
export const measuringBefore: ReadonlySet<string> = words(measures);

/** The same right behind it. */
export const measuringBehind: ReadonlySet<string> = words(`
  ${measures} in to for of over per by with on from en al por para del con sobre contra am pm noon midnight morning
  afternoon evening night percent mg mcg ml cc units milligrams tablets tablet pills pill capsules drops puffs doses
  dose cups times degrees pounds kilos inches feet hours hour minutes minute seconds days weeks months years dollars
  cents points kids children pastillas tabletas cápsulas gotas unidades miligramos veces grados libras horas minutos
  días semanas meses años dólares pesos puntos hijos niños
`);
