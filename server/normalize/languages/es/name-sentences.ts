import type { NameSentences } from '../language.ts';

/** Sentences about names. */
export const nameSentences: NameSentences = {
  called:
    '(?:todo el mundo|todos|mi familia|mis (?:amigos|amigas|hijos|nietos|primos)|en (?:la )?casa)(?: ya| siempre| nom[áa]s)? me (?:dicen?|llaman?|conocen? (?:como|por))',
  afterCalled: 'pero|y|porque|así|de cariño',
  asked:
    'c[óo]mo se llama|su (?:nombre|apellido)|nombre (?:completo|del paciente|de la paciente)|con qui[ée]n (?:hablo|tengo)|qui[ée]n (?:habla|l[oea]s? (?:cuida|trae|lleva|atendi[óo]|vio|mand[óo])|se lo|es su)|a qui[ée]n (?:llam|avis)\\p{L}{1,6}|contacto de emergencia|apellido|qu[ée] doctora?',
  opening: 'perd[oó]n|disculpe|bueno|aquí|aqu[ií] solo',
  heard:
    '(?:usted )?dijo|escuch[eé]|entend[ií]|l[oa] tengo como|(?:me sale|aparece)(?: (?:nada más|solo|como))?',
  confirmed: 'es correcto|es usted|verdad|cierto|me lo|lo puede',
  introduced: 'doctora|dra\\.?|señor(?:a|ita)?|don|doña|soy|me llamo|se llama|le dicen',
  exclaimed: /(?:^|[,.!¡] ?|(?<!\p{L})(?:ay|uy|no|pues|y|bueno|ah|oh|mira|mire|oiga) )¡?qué $/u,
  welcomed: /(?<!\p{L})(?:gracias por (?:su llamada|llamar) a|bienvenid[oa]s? a) $/iu,
  afterWelcome:
    /^(?: \p{L}+)?,? (?:c[óo]mo|en qu[ée]|con qui[ée]n|departamento|l[íi]nea|transporte|farmacia|citas|le (?:habla|atiende)|habla|soy|mi nombre)(?!\p{L})/iu,
};
