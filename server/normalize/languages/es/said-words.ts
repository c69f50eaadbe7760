import type { SaidWords } from '../language.ts';

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
