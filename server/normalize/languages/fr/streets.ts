import type { StreetWords } from '../language.ts';

const units =
  'appartement|appart|apartment|apt|app|b[âa]timent|b[âa]t|building|escalier|esc|[ée]tage|floor|porte|hall|bloc|studio|logement|chambre|room|bo[îi]te';
const areas = 'quartier|hameau|lieu[- ]dit|lotissement|r[ée]sidence|domaine|zone|zac|za|cedex';

/** Streets as French says them: "12 bis rue des Lilas, 75011 Paris", "au cinq de la rue Pasteur". */
export const streets: StreetWords = {
  sure: 'rue|avenue|av|boulevard|bd|impasse|all[ée]es?|chemin|ruelle|venelle|faubourg|lotissement|r[ée]sidence|hameau|lieu[- ]dit',
  types:
    'place|quai|route|cours|square|passage|cit[ée]|sentier|mont[ée]e|traverse|esplanade|promenade|domaine|voie|rond[- ]point|villa|mail',
  joints: 'de|du|des|la|le|les|et|en|sur|sous|of|the|aux?|at',
  units,
  areas,
  ends: `${units}|${areas}|num[ée]ro|number|num|no|zip|code|postal|ici|angle|pr[èe]s|[àa]|depuis|since|c'est|is|est|et|and|pour|for|avec|with|mais|qui|dans|in|je|on|nous|il|elle|j'habite`,
  numberInName:
    '\\d{1,2}(?: (?:mai|may|novembre|november|juin|june|juillet|july|ao[ûu]t|august|septembre|september|mars|march)(?: (?:19)?\\d\\d(?!\\d))?)',
  number: 'num[ée]ro|number|num|no|n°|nº|#',
  house: '(?:\\d{1,4}(?: ?(?:bis|ter|quater|[a-d])(?!\\p{L}))?)',
  directions: 'nord|sud|est|ouest',
  houseBefore:
    "\\d{1,5}(?:,? ?(?:bis|ter|quater|[a-d]))?,? (?:(?:de|of) (?:la |the |l')?|du |of the )?",
  placed:
    "\\b(?:j'habite|habite|habitons|habitent|on est|nous sommes|je suis|vis|vit|we are|live|lives|adresse|address|chez|moved to|d[ée]m[ée]nag[ée]e?)(?: (?:at|is|est|c'est|à|au|aux|dans|in))?(?: (?:la|the|le|une|a))?",
  plain: "d'[àa] c[ôo]t[ée]|principale|voisine|derri[èe]re|en face",
  code: '(?:(?:code postal|zip code)\\.?[\\s:]{0,2})?(?:is |est |the |le ){0,2}\\d{5}(?![\\d-])',
  city: '(?:[àa]|at|sur) (?:la |le |les )?',
};
