import type { WordNames } from '../language.ts';

const split = (words: string): readonly string[] => words.trim().split(/\s+/);

/** Names and short forms that also say how dear somebody is. */
const dear: ReadonlySet<string> = new Set(
  split(`
  cielo linda bella dulce amada amado nena nene negra negro gorda gordo flaca flaco santo santa gracia gloria bebo
  beba prieta prieto chato chata chavo chava angel ángel reina
`),
);
/** Other names that are ordinary words, and short forms that no list of names has. */
const others: ReadonlySet<string> = new Set(
  split(`
  socorro consuelo esperanza milagros remedios rosario refugio amparo soledad caridad piedad clemencia clemente
  salvador domingo confesor fe luz paz sol cruz ángeles angeles dolores mercedes pilar victoria estrella perla
  esmeralda aurora alba alma blanca rosa violeta azucena margarita altagracia candelaria natividad trinidad
  encarnación asunción concepción purificación inmaculada nieves reyes santos bienvenido bienvenida primitivo
  inocencio fortunato prudencio severo casto plácido placido próspero librado librada liberato deseada celeste patria
  libertad olvido auxilio patrocinio tránsito digna digno generoso león leon modesto modesta justo justa benigno
  benigna fausto feliciano placer placida mar marina brisa lluvia abril julio junio noel navidad belén jazmín jazmin
  dalia hortensia iris lirio jacinto narciso flor virtudes prudencia leal franco claro constancia felicidad armonía
  rocío rocio nube aurelio máximo maximo perfecto perfecta pura puro severa sereno serena plácida tránsita querubín
  serafín oriente américa argentina beto toño tono chuy pancho pepe paco chelo concha cuca memo quique kike lalo tito
  tita güicho licha chayo chabela chabe nando mundo poncho fito goyo moncho yayo cheo wito papo tato chago chano cuco
  mingo minga fefa fefita yoli vero paty lola lucha luchita mague meche oli ofe cande conchis tere coco cocó chela
  güera güero chema chepe chente lencho nacho chole chaparra chaparro cachita toña tati titi pilo pina polo neto tavo
  tencha tacho chito chita china chino oseas eliú eliu guerra campos ríos rios flores rojas blanco moreno rubio
  delgado gordillo calvo rico pobre bravo lobo cordero toro vaca becerra cabrera pastor herrera zapatero guerrero
  soldado montes montaña peña rosas prado valle cuevas torres castillo iglesias palacios casas salas puente caballero
  duque conde marqués barrera corral mesa cano alegre salinas luna villa bello crespo rey aguas fuentes pozo arroyo
  lagos romero laurel olivo naranjo manzano parra trigo arroz cebollas mora oliva ventura gallo gallegos cisneros
  paloma
`),
);

export const wordNames: WordNames = { dear, others };
