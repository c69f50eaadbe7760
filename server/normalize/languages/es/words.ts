import type { CommonWords, SaidWords, ValueWords } from '../language.ts';

/** What tells the language of a text, and stays readable where its turns are masked. */
export const everyday: CommonWords = {
  words: `de la que el en y a los se del las un por con no una su para es al lo como más o pero sus
    le ha me si sí sin sobre este ya entre cuando todo esta ser son dos también fue había era muy
    años hasta desde está mi porque qué sólo solo han yo hay vez puede todos así nos ni parte tiene
    él uno donde bien tiempo mismo ese ahora cada e vida otro después te otros aunque esa eso hace
    otra gobierno tan durante siempre día tanto ella tres dijo sido gran cuál cómo dónde quién
    cuándo estoy estamos están estaba tengo tienes tenemos tienen tenía quiero quiere quisiera puedo
    podría necesito necesita soy somos voy va van vamos hacer haga hago dar darle doy dígame deme
    decir dice digo diga hablar habla hablo gracias favor bueno buena buenas buenos días tardes
    noches hola señor señora señorita usted ustedes nosotros ellos ellas nombre apellido fecha
    nacimiento número teléfono dirección correo seguro cita consulta doctor doctora médico clínica
    medicina medicamento receta farmacia paciente dolor duele fiebre tos sangre presión hijo hija
    mamá papá esposo esposa semana mes año hoy mañana ayer lunes martes miércoles jueves viernes
    sábado domingo hora horas minutos claro perdón disculpe espere momento entonces pues aquí ahí
    allá allí algo nada alguien nadie algún alguna todavía nunca también tampoco verdad mire oiga
    fíjese sabe sé creo siento gusta llamo llama llamar llamó perfecto correcto cuenta tarjeta pago
    repito repita anoto apunto arroba punto guion guión letra bien mal menos antes luego aún poder
    debe debo hemos he has hubo habrá será sería fuera fui estuve tomar tomo toma pastillas mucho
    mucha muchas muchos poco poca otra cosa cosas casa calle ver vea veo nuestro nuestra esto estas
    estos esos esas aquel aquella mío mía tu tú tus les`,
  numbers: `cero uno una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce
    quince dieciséis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta
    setenta ochenta noventa cien ciento cientos mil veintiuno veintidós veintitrés veinticuatro
    veinticinco veintiséis veintisiete veintiocho veintinueve doscientos trescientos quinientos
    doble triple`,
};

/** Words that join a sentence together; articles and "de" are parts of names, and not among them. */
export const functionWords: ReadonlySet<string> = new Set(
  `
    a al ahí ahora ahorita ante antes aqui aquí así aun casi cerca con como cómo cual cuál cuando cuándo desde donde dónde
    en entre era es esa ese eso esta está este están fue ha hace hasta hay le lo más me mi mis muy nada no nos
    nomás o para pero por porque pues que qué quien se si sí sin sobre solo son su sus también te tengo tiene tu un una
    unos unas ya yo voy va vivo vive pregunte frente queda todavía verdad`
    .trim()
    .split(/\s+/),
);

const readings = 'az[uú]car|glucosa|presi[oó]n';

/** What values and their sentences are known by in texts as they were said. */
export const said: SaidWords = {
  goingOn: '(?:y )?luego|y despu[ée]s',
  betweenParts: '(?:y )?(?:luego|despu[ée]s)',
  readings,
  measures: `${readings}|fiebre|calentura|temperatura|ox[ií]geno|saturaci[oó]n|pulso`,
  amounts: 'dolor|peso',
  codes: 'c[oó]digos?',
  ownCodes:
    'su|mi(?! (?:factura|recibo|cuenta))|seguridad|acceso|puerta|verificaci[oó]n|confirmaci[oó]n',
  billed: 'me cobraron (?:un )?|factura (?:dice|says)\\s',
  extension: 'extensi[oó]n',
  besideMail: 'mi|su|el|la|lo|en|que|te|le|falta|mande|mándelo|y|o|sí|bueno|pues',
  behindPassword:
    'correct[ao]s?|(?:me|te|le|se)|ah[ií]|aqu[ií]|está|estaba|incorrect[ao]s?|inv[áa]lid[ao]s?|nuev[ao]s?|viej[ao]s?|anterior(?:es)?|temporal(?:es)?|distint[ao]s?|vencid[ao]s?|bloquead[ao]s?|tambi[ée]n|expir[óo]|venci[óo]|caduc[óo]|cambi[óo]|funciona|sirve|debe|tiene|pide|ya|no|otra|porque|cuando|para|pero',
  noSecret:
    '(?:mil|1000) gracias|muchas?|much[ií]simas|gracias|buen[oa]s?|entonces|luego|necesit\\p{L}{1,4}|quier[oe]|quisiera|puedo|puede|tengo|tiene|debe|sí|si|claro|listo|perfecto|correcto|ya|ahora|ahorita|aquí|ahí|un (?:momento|segundo|minuto|segundito|momentito)|pues|este|ay|el|la|los|las|una?|mi|tu|su|que|qué|para|por|con|sin|se|le|les|me|te|lo|porque|cuando|cuándo|dónde|donde|cómo|como|cuál|está|estoy|fue|era|hay|y|o|pero|nueva|vieja|incorrecta|correcta|temporal|d[ée]me|d[ií]game|desde|hasta|muy|también|todavía|tampoco|nunca|siempre|\\p{L}*[áéíóú]\\p{L}{1,3}(?:me|le|les|lo|la|se|nos|melo|mela|selo)',
  holidays:
    '(?:the )?(?:day de (?:los )?(?:reyes|muertos|inocentes|san juan|la (?:virgen|candelaria|independencia)|las madres|navidad)|navidad|noche ?buena|año nuevo|viernes santo)',
  next: 'pr[óo]ximo',
  behindDay:
    'o|y|a las?|me|si|está|estaba|estuvo|mejor|porque|que|por|para|como|le|no|puedo|tengo|sería|ya|en la',
  visits: 'fecha|días?|semana|agenda|espacio|disponib\\w*|turno',
  brands: '(?:aguas?|flor|té|[hy]ierba) de',
};

/** What the words of a value can be, as the model finds it. */
export const valueWords: ValueWords = {
  numbers:
    'cero|un|una|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci(?:s[eé]is|siete|ocho|nueve)|veinte|veinti(?:un|uno|una|d[oó]s|tr[eé]s|cuatro|cinco|s[eé]is|siete|ocho|nueve)|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|ciento|(?:dos|tres|cuatro|seis|ocho)cientos|quinientos|setecientos|novecientos|mil|doble|triple|primero?',
  months:
    'enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre',
  magnitudes: 'mil|mill[oó]n|millones',
  hyphen: 'gui[oó]n',
  slash: 'diagonal',
  signs: 'punto|raya|bajo|abajo|arroba|o|y',
  units: 'apartamento|depto|departamento|piso|interior',
  unitLinks: 'n[úu]mero|es',
  letters:
    'be|ce|de|efe|ge|hache|jota|ka|ele|elle|eme|ene|eñe|pe|cu|ere|erre|ese|te|uve|ve|equis|ye|zeta|ceta',
  functionWords: new Set(
    `a al algo ahí ahora aquí así aún cada como cómo con cual cuál cuando cuándo da de del desde día
    días donde dónde el él ella ellos en es esa ese eso esta está estaba están este esto estoy fue
    gracias ha hace hasta hay hola hoy la las le les lo los más me mi mis mucho muy nada ni no nos o
    otra otro para pero por porque pues que qué quién se ser sí si sin sobre son soy su sus también
    tengo tiene toda todo tu un una usted va vez vivo y ya yo`.split(/\s+/),
  ),
  neverNames:
    '(?:ja|je|ji){2,}|comprendid[oa]|h[ií]jole|jef[ea]|alante|parece|obrigad[oa]|practicante|ojo|chau|tranquil[oa]|pol[ií]tic[oa]|nena|fulan[oa]|felicidades|felicitaciones|mengan[oa]|zutan[oa]|rosita|blanquita|amarillita|gracias|hola|reverend[oa]|licenciad[oa]|ingenier[oa]|enfermer[oa]|profesora?|comadre|compadre|buenos|buenas|d[ií]as|tardes|noches|perd[oó]n|disculpe|se[ñn]or|se[ñn]ora|se[ñn]orita|doctora|nombre|apellidos?|cita|fecha|n[uú]mero|tel[eé]fono|arroba|punto|gui[oó]n|porque|tambi[eé]n|entonces|usted|tengo|tiene|estoy|est[aá]|quiero|necesito|quisiera|puedo|para|pero|cuando|donde|desde|hasta|muy|favor|perm[ií]tame|mande|del?|los|las|ahorita|ajá|okay|okey|claro|abajo|arriba|gr[uú]a|general|nuev[oa]s?|int[eé]rprete|entendid[oa]|anotad[oa]|mij[oa]|mí[oa]s?|tantit[oa]|cortit[oa]s?|poquit[oa]s?|tiroides|ri[ñn][oó]n(?:es)?|h[íi]gado|salvadore[ñn][oa]s?|dominican[oa]s?|mexican[oa]s?|cuban[oa]s?|colombian[oa]s?|venezolan[oa]s?|puertorrique[ñn][oa]s?|boricuas?|guatemaltec[oa]s?|hondure[ñn][oa]s?|nicarag[üu]enses?|peruan[oa]s?|ecuatorian[oa]s?|chilen[oa]s?|bolivian[oa]s?|paname[ñn][oa]s?|espa[ñn]ol[ae]?s?|american[oa]s?|gring[oa]s?|haitian[oa]s?|corean[oa]s?|filipin[oa]s?|brasile[ñn][oa]s?|vietnamitas?|uruguay[oa]s?|paraguay[oa]s?|costarricenses?|hispan[oa]s?|latin[oa]s?|japon[eé]s',
};
