import type { NameFrame } from '../language.ts';

const relatives =
  '(?:mam[áa]|pap[áa]|madre|padre|abuel[oa]|abuelit[oa]|hij[oa]|niñ[oa]|nen[eao]|beb[eé]|herman[oa]|espos[oa]|marido|mujer|señora|ex marido|ex esposa|pareja|novi[oa]|t[ií][oa]|prim[oa]|sobrin[oa]|niet[oa]|bisniet[oa]|suegr[oa]|yerno|nuera|cuñad[oa]|comadre|compadre|vecin[oa]|amig[oa]|viej[oa]|padrino|madrina|ahijad[oa]|compañer[oa]|muchacha|cuidadora)';

/** What stands around a name that only a person can have. */
export const nameFrames: readonly NameFrame[] = [
  // "le pusimos alma", "de parte de luz", "pregunte por milagros"
  {
    before:
      /(?<!\p{L})(?:me llamo|se llama(?:ba)?|l[ea] (?:pusimos|pusieron|puse)|(?:le|me|nos|les) dicen(?: (?:la|el) (?:flac[oa]|gord[oa]|negr[oa]|güer[oa]|prieta?o?|chin[oa]))?|(?:me|l[oae]) (?:tienen por|conocen (?:por|como))|(?:le|me) (?:han|habían) dicho(?: siempre)?|le decimos|nombre (?:completo )?es|(?:primer|segundo) nombre(?: es)?|apellidos?(?: es| son)?|de parte de|pregunt\p{L}{1,4} por|comun[ií]c\p{L}{1,5} con|p[áa]s\p{L}{1,3} con|hablar con|(?:hablé|habló|hable) con|(?:le|te) (?:habla|atiende|acompaña|saluda)|me atendió|le atendió|a nombre de) $/iu,
    after: /^(?! de (?!la |los |las |león|jesús)| y (?:de|que))/iu,
    takesDear: true,
  },
  // "la doctora paz", "doña lucha"
  {
    before:
      /(?<!\b(?:the|a|my|your|his|her|our|this|that|which|what|any|another|same|new|other) )(?<!\p{L})(?:don|doña|doctora?|dra?\.?|enfermer[oa](?: practicante)?|licenciad[oa]|abogad[oa]|maestr[oa]|señorita) $/iu,
    after: /^(?! de (?!la |los |las |león|jesús))/iu,
    takesDear: true,
  },
  // "mi comadre consuelo", "me lleva quique"
  {
    before: new RegExp(
      `(?<!\\p{L})(?:(?:mi|tu|su|mis|nuestr[oa]|la|el)(?: otr[oa])? ${relatives}(?: mayor| menor| grande| chic[oa])?(?: se llama)?,?|me (?:lleva|llevó|trae|trajo|cuida|dijo|contó)) $`,
      'iu',
    ),
    after: /^(?! (?:de|del|con|sin|en|roja|azul|verde|blanca)(?!\p{L}))/iu,
    takesDear: false,
  },
  // "lucha le decimos"
  {
    before: /(?<!\p{L})(?:bueno|o|o sea|pero|es|se llama) $/iu,
    after: /^ (?:le|me) (?:decimos|dicen|digo)(?!\p{L})/iu,
    takesDear: true,
  },
];
