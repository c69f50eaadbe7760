import type { StreetWords } from '../language.ts';

const units =
  'departamento|apartamento|apartment|apto|depto|dpto|depa|apt|interior|int|piso|floor|bloque|block|manzana|mz|lote|lot|edificio|building|casa|espacio|space|traila|trailer|local|suite|torre|calle|n[úu]mero|number';
const areas =
  'colonia|col|fraccionamiento|fracc|barrio|urbanizaci[óo]n|urb|residencial|reparto|sector|delegaci[óo]n|alcald[íi]a|ejido|poblado|calle';

/** Streets as Spanish says them: "Calle Hidalgo 23, Colonia Centro", "412 de la calle Maple". */
export const streets: StreetWords = {
  sure: 'calle|cll|avenida|av|avda|calzada|calz|bulevar|boulevard|blvd|callej[óo]n|prolongaci[óo]n|prol|perif[ée]rico|privada|priv|cerrada|circuito|andador|retorno|jir[óo]n|urbanizaci[óo]n|urb',
  types: 'paseo|pasaje|camino|carretera|autopista|carrera|cra|plaza|vía|vereda|residencial',
  joints: 'del?|las?|los|el|of|the|y|e',
  units,
  areas,
  ends: `${units}|${areas}|n[úu]mero|number|n[úu]m|no|zip|code|c[óo]digo|postal|aqu[íi]|esquina|entre|frente|enfrente|cerca|junto|street|avenue|road`,
  numberInName: '\\d{1,3}(?! ?\\d)(?= (?:de|of) \\p{L}| ?,? (?:n[úu]mero|number|n[úu]m|no\\.|#))',
  number: 'n[úu]mero|number|n[úu]m|no|nº|n°|#',
  house: '(?:\\d{1,6}(?: ?[a-h](?!\\p{L}))?(?:-\\d{1,4})?|s\\/n)',
  directions: 'norte|sur|este|oeste|oriente|poniente',
  houseBefore: '\\d{1,6}[a-h]?,? (?:(?:de|en|of|in|sobre) (?:la |the )?|del )?',
  placed:
    '\\b(?:vivo|vive|vivimos|viven|live|lives|rento|en|sobre|por|de|mandar|address|direcci[óo]n)(?: (?:at|en|is|es))?(?: (?:la|the|el))?',
  plain: 'principal|misma|otra|esa|esta|cerrada|vacía|grande|sola|peor|mejor|central',
  code: '(?:(?:c\\.? ?p|c[óo]digo postal|zip code)\\.?[\\s:]{0,2})?(?:is |es |the |el ){0,2}\\d{5}(?![\\d-])',
  block: '(?:manzana|mza|mz)',
  lot: '(?:lote|lot|lt)',
};
