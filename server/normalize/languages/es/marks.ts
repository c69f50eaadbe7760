import { meanings } from './meanings.ts';
import { phrases } from './phrases.ts';

/** Words of phrases that English sentences and names have too: neither "once" nor "de" nor "julio" shows a text to be Spanish. */
const shared = new Set(
  words(`
  a abril ah aja al alta apartado apto area baja banco barra be bien c cambie card casa casi ce chica cien claro
  cliente como con conductor corta costo credito cu cuarto da de debe del diagonal dice dos e eh ehh el ele
  elector ella em en ene era ere es ese este euros ext extension fax folio gana gano ge grande green griega grupo
  i id ine itin julio ka kilos la lada larga las latina le linea lo los lote madre mail mama mas mayo me media
  medicaid medicare medico medio mejor menos mes mi mia mil mis mmm modelo monto mude nip no nss num o okey once p
  paciente padre pago papa para pe pesa peso pesos pin piso placa por primer primera profesional raya record rento
  sala se sea sera seria si sin sobre social socio son su sub sus te tenia tercer todo total triple u un una unas
  uno unos ve ver voy voz y ye zip
  `),
);

/** Other words of everyday Spanish. */
const everyday = words(`
  hablo pero porque eso estoy somos muy tambien aqui señor señora gracias hola buenos buenas medicina doctora
  mismo misma ellos usted ustedes nomas vitamina dolor medicinas medicamento pildora nervios hierba cabeza fiebre
  gripa gripe calentura estomago espalda pecho sangre analisis resultados prueba farmacia consultorio enfermera
  enfermero tomo quisiera necesito necesita puedo hacer saber tener estan fue fui habia sabe dijo dijeron dieron
  siempre otros otras ahi alla asi poquito mucha muchas muchos tampoco verdad permitame oiga fijese andele orale
  hijole escuela vecino vecina nieto nieta suegra suegro cuñado cuñada fraccionamiento pais mande apunte anote
  deletreo enlace
`);

/** Pairs of words, each of which English sentences and names may have. */
const pairs = `
  de marzo, de abril, de mayo, de julio, de dos, de mil, del dos, dos mil, dos dos, los dos, las dos, dos de
  es el, es la, es un, es una, en el, con el, con la, por la, por el, por favor, lo que, la que, el que, a las
  de mi, con mi, en mi, para mi, para la, para el, para los, para las, con los, en los, en las, por los, y el, y la, y mi, si es, no es, no se, se me, me da
  mi mama, mi papa, su mama, su papa, la doctora, el doctor, la calle, calle numero, codigo postal, de la calle
`;

function words(list: string): readonly string[] {
  return list.trim().split(/\s+/);
}

const ofPhrases = [...phrases.keys(), ...meanings.keys()]
  .flatMap((phrase) => phrase.split(' '))
  .filter((word) => !shared.has(word));

/** Marks of Spanish: a sign, a word, or two that follow each other. */
export const marks: ReadonlySet<string> = new Set([
  '¿',
  '¡',
  ...ofPhrases,
  ...everyday,
  ...pairs
    .split(/[,\n]/)
    .map((pair) => pair.trim())
    .filter((pair) => pair !== ''),
]);
