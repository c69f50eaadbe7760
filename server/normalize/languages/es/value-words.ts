import type { ValueWords } from '../language.ts';

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
    '(?:ja|je|ji){2,}|h[ií]jole|jef[ea]|alante|chau|tranquil[oa]|nena|rosita|blanquita|gracias|hola|reverend[oa]|licenciad[oa]|ingenier[oa]|enfermer[oa]|profesora?|buenos|buenas|d[ií]as|tardes|noches|se[ñn]or|se[ñn]ora|se[ñn]orita|doctora|nombre|gui[oó]n|del?|los|las|claro|nuev[oa]s?|mij[oa]|mí[oa]s?|ri[ñn][oó]n(?:es)?|salvadore[ñn][oa]s?|dominican[oa]s?|mexican[oa]s?|cuban[oa]s?|colombian[oa]s?|venezolan[oa]s?|puertorrique[ñn][oa]s?|boricuas?|guatemaltec[oa]s?|hondure[ñn][oa]s?|nicarag[üu]enses?|peruan[oa]s?|ecuatorian[oa]s?|chilen[oa]s?|bolivian[oa]s?|paname[ñn][oa]s?|espa[ñn]ol[ae]?s?|american[oa]s?|gring[oa]s?|haitian[oa]s?|corean[oa]s?|filipin[oa]s?|brasile[ñn][oa]s?|vietnamitas?|uruguay[oa]s?|paraguay[oa]s?|costarricenses?|hispan[oa]s?|latin[oa]s?|japon[eé]s',
};
