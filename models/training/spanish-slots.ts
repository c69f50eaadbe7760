import type { Piece } from './labelled-text.ts';
import { capital } from './names.ts';
import { amount, between, digits, labelled, letter, letters, maybeCorrected, plain, said } from './slots.ts';
import type { Fill, SlotContext } from './slot-context.ts';
import { months, spanishNumber, spanishYear } from './spanish-speech.ts';

const ordinals = ['primer', 'primero', 'uno'];

function date(context: SlotContext, low: number, high: number): string {
  const { random } = context;
  const month = random.below(12);
  const day = between(random, 1, 28 + random.below(4) * Number(month !== 1));
  const year = between(random, low, high);
  const name = months[month] ?? '';
  const of = random.pick(['de', 'de', 'de', 'del']);
  const two = (value: number): string => String(value).padStart(2, '0');
  const roll = random.next();
  if (random.chance(context.style.spokenNumbers)) {
    const dayWords = day === 1 ? random.pick(ordinals) : spanishNumber(day);
    const spokenYear = spanishYear(year, random);
    const gap = random.chance(0.1) ? ` ${random.pick(context.words.get('pauses') ?? ['este'])} ` : ' ';
    if (roll < 0.6) return `${dayWords} de ${name}${gap}${of} ${spokenYear}`;
    if (roll < 0.68) return `${dayWords} de ${name}`;
    if (roll < 0.78) return `${name} ${dayWords}${gap}${random.pick(['', 'de ', 'del '])}${spokenYear}`;
    if (roll < 0.84) return `${name} ${of} ${spokenYear}`;
    return `${dayWords} ${random.chance(0.4) ? 'del ' : ''}${spanishNumber(month + 1)} ${random.chance(0.5) ? 'del ' : ''}${spokenYear}`;
  }
  if (roll < 0.35) return `${day} de ${name} ${of} ${year}`;
  if (roll < 0.42) return `${day} de ${name}`;
  if (roll < 0.5) return `${name} ${day}${random.pick([',', '', ' de', ' del'])} ${year}`;
  if (roll < 0.62) return `${day}/${month + 1}/${random.chance(0.7) ? year : two(year % 100)}`;
  if (roll < 0.72) return `${month + 1}/${day}/${year}`;
  if (roll < 0.8) return `${two(day)}-${two(month + 1)}-${year}`;
  if (roll < 0.86) return `${year}-${two(month + 1)}-${two(day)}`;
  if (roll < 0.93) return `${day} ${month + 1} ${random.chance(0.5) ? year : two(year % 100)}`;
  return `${name} de ${year}`;
}

const ways = 'calle calle calle avenida avenida boulevard calzada privada prolongación andador callejón circuito paseo cerrada camino carretera plaza'.split(' ');
const streetWords = 'Juárez Hidalgo Morelos Reforma Independencia Constitución Insurgentes Libertad Allende Zaragoza Madero Guerrero Universidad Revolución Olivos Pinos Rosas Palmas Flores Sauces Encinos Naranjos Robles Álamos Jacarandas Cedros Laureles'.split(' ');
const states = ['Texas', 'California', 'Florida', 'Arizona', 'Illinois', 'Nevada', 'Nueva York', 'Nuevo México', 'Colorado', 'Nueva Jersey', 'Georgia', 'Tamaulipas', 'Nuevo León', 'Jalisco', 'Chihuahua', 'Sonora', 'Puerto Rico', 'Oregón', 'Carolina del Norte'];

/** A street of Mexico, or one of the United States with its English name. */
function streetBase({ random, names, words }: SlotContext): string {
  return random.chance(0.35) ? names.last()
    : random.chance(0.4) ? random.pick(streetWords)
    : random.chance(0.3) ? `${names.first()} ${names.last()}`
    : random.pick([`los ${random.pick(streetWords)}`, `las ${random.pick(streetWords)}`, `San ${names.first()}`, `Santa ${names.first()}`, `${between(random, 1, 60)} de ${random.pick(months)}`, capital(random.pick(words.get('dictionary') ?? ['sol']))]);
}

const streetName = (context: SlotContext): string =>
  `${context.random.chance(0.5) ? `${capital(context.random.pick(ways))} ` : ''}${streetBase(context)}`;

function street(context: SlotContext): string {
  const { random, names } = context;
  const base = streetBase(context);
  const number = String(between(random, 1, random.pick([99, 999, 9999, 19999])));
  const house = random.chance(context.style.spokenNumbers) ? (random.chance(0.6) ? spanishNumber(Number(number)) : said(number, context)) : number;
  const inside = random.chance(0.2) ? `${random.pick([', ', ' '])}${random.pick(['apartamento', 'departamento', 'apto.', 'depto', 'apartamento número', 'unidad', 'interior', 'int.', 'suite', 'espacio', 'piso'])} ${said(random.chance(0.6) ? String(between(random, 1, 399)) : `${between(random, 1, 30)}${letter(random)}`, context)}` : '';
  if (random.chance(0.45)) {
    const suffix = random.pick(['Street', 'Street', 'Avenue', 'Road', 'Drive', 'Lane', 'Court', 'Boulevard', 'Way', 'Circle', 'Place', 'St', 'Ave']);
    const english = random.chance(0.4) ? names.last() : random.pick(['Oak', 'Maple', 'Main', 'Park', 'Cedar', 'Elm', 'Pine', 'Lake', 'Hill', 'Sunset', 'Willow', 'Mission', 'Mesa', 'Vista', 'Palm', 'River', 'Magnolia', 'Pecan', 'Cherry', 'Washington']);
    return `${house} ${random.chance(0.12) ? `${random.pick(['North', 'South', 'East', 'West', 'norte', 'sur', 'oeste'])} ` : ''}${english} ${suffix}${inside}`;
  }
  if (random.chance(0.08)) return `${random.pick(['Urbanización', 'urb.', 'Residencial', 'Condominio', 'Barrio', 'Reparto'])} ${base}, calle ${said(random.chance(0.6) ? String(between(random, 1, 40)) : letter(random), context)}${random.chance(0.6) ? `, ${random.pick(['bloque', 'casa', 'número', 'edificio', 'solar'])} ${letter(random)}-${between(random, 1, 40)}` : ''}`;
  const before = `${capital(random.pick(ways))} ${base}`;
  const gap = random.pick([' ', ' ', ' número ', ', ', ' #', ' no. ']);
  const colony = random.chance(0.25) ? `, ${random.pick(['colonia', 'col.', 'fraccionamiento', 'barrio', 'residencial'])} ${random.pick([random.pick(streetWords), `San ${names.first()}`, `las ${random.pick(streetWords)}`, names.last(), 'Centro'])}` : '';
  return `${before}${gap}${house}${inside}${colony}`;
}

const zip = (context: SlotContext): string => said(digits(context.random, 5), context);

function address(context: SlotContext): string {
  const { random, names } = context;
  const roll = random.next();
  const comma = random.chance(0.7) ? ',' : '';
  const line = street(context);
  if (random.chance(0.04)) return `${random.pick(['apartado postal', 'P.O. Box', 'P O Box', 'casilla postal', 'apartado'])} ${said(digits(random, between(random, 2, 5)), context)}`;
  if (roll < 0.3) return line;
  const town = `${random.pick(['', '', 'en '])}${names.city()}`;
  if (roll < 0.5) return `${line}${comma} ${town}`;
  if (roll < 0.7) return `${line}${comma} ${town}${comma} ${random.pick(states)}`;
  const code = `${random.pick(['', '', 'código postal ', 'zip code ', 'zip ', 'C.P. '])}${zip(context)}`;
  if (roll < 0.8) return `${line}${comma} ${code}`;
  return `${line}${comma} ${town}${comma} ${random.chance(0.7) ? random.pick(states) : letters(random, 2)}${comma} ${code}`;
}

const plainWord = (word: string): string => word.normalize('NFKD').replace(/[^A-Za-z]/g, '').toLowerCase();

function email(context: SlotContext): string {
  const { random, names, language } = context;
  const first = plainWord(names.first());
  const last = plainWord(names.last());
  const host = random.pick(['gmail', 'gmail', 'yahoo', 'hotmail', 'outlook', 'icloud', 'live', 'prodigy', 'example']);
  const ending = random.pick(['com', 'com', 'com', 'net', 'org', 'com.mx', 'es']);
  const number = random.below(100);
  if (random.chance(Math.max(0.3, context.style.spokenNumbers))) {
    const gap = random.pick([' punto ', ' ', ' guion bajo ', ' guion ', ' raya baja ', ' todo junto ', ' underscore ']);
    const user = random.chance(0.15) ? [...first].map((char) => language.letterWords(char.toUpperCase(), 'plain', random)).join(' ') : `${first}${gap === ' todo junto ' ? ' ' : gap}${last}${gap === ' todo junto ' ? gap.trimEnd() : ''}`;
    return `${user}${random.chance(0.35) ? ` ${said(String(number), context)}` : ''} ${random.pick(['arroba', 'arroba', 'arroba', 'at'])} ${host} ${random.pick(['punto', 'punto', 'dot'])} ${ending.replace('.', ' punto ')}`;
  }
  return `${random.pick([first, first.charAt(0)])}${random.pick(['.', '_', '', '-'])}${last}${random.chance(0.3) ? number : ''}@${host}.${ending}`;
}

function fullName({ random, names }: SlotContext): string {
  const roll = random.next();
  const first = names.first();
  const last = names.last();
  if (roll < 0.38) return `${first} ${last}`;
  if (roll < 0.62) return `${first} ${last} ${names.last()}`;
  if (roll < 0.72) return `${first} ${names.first()} ${last}`;
  if (roll < 0.8) return `${first} ${names.first()} ${last} ${names.last()}`;
  if (roll < 0.84) return `${first} ${last} de ${names.last()}`;
  if (roll < 0.86) return `${first} ${last}-${names.last()}`;
  if (roll < 0.94) return first;
  if (roll < 0.97) return last;
  return `${last}, ${first}`;
}

/** Given names that are joined by small words or are words themselves. */
function compoundName({ random, names }: SlotContext): string {
  const virgin = random.pick(['de los Ángeles', 'de la Luz', 'del Carmen', 'del Rosario', 'de Jesús', 'del Pilar', 'de la Paz', 'de Lourdes', 'Guadalupe', 'Elena', 'del Socorro', 'Inés', 'de la Cruz', 'Teresa', 'Fernanda', 'José', 'Isabel', 'del Refugio', 'de la Caridad', 'Luisa', 'Altagracia', 'Eugenia', 'Natividad', 'del Mar', 'de Fátima', 'Concepción', 'Trinidad']);
  const roll = random.next();
  if (roll < 0.5) return `${random.pick(['María', 'María', 'Ana', 'Rosa', 'Luz', 'José', 'Juan', 'Flor', 'Blanca', names.first()])} ${virgin}`;
  if (roll < 0.62) return random.pick(['Dulce María', 'Dulce Nombre', 'Luz Divina', 'Luz Marina', 'Rosa Blanca', 'Flor de María', 'Paz Elena', 'Blanca Nieves', 'Sol María', 'Ángel Gabriel', 'Juan de Dios', 'Cruz Elena', 'Milagros', 'Consuelo', 'Amparo', 'Esperanza', 'Socorro', 'Dolores', 'Remedios', 'Perla', 'Azucena', 'Estrella', 'Refugio', 'Salvador', 'Domingo', 'Santos', 'Reyes', 'Cruz']);
  return `${names.first()} ${names.first()}`;
}

/** A caller begins with a given name, and begins again. */
function nameTwice(context: SlotContext): Piece[] {
  const { random, names, words } = context;
  const first = random.chance(0.3) ? compoundName(context) : random.chance(0.15) ? random.pick(words.get('nicknames') ?? ['Lupe']) : names.first();
  const gap = random.pick([' ', ' ', ' eh ', ' este ', ', ', ', sí, ', ' o sea ', '... ', ' bueno ']);
  const whole = `${first} ${names.last()}${random.chance(0.5) ? ` ${names.last()}` : ''}`;
  return [{ text: first, kind: 'NAME' }, { text: gap }, { text: whole, kind: 'NAME' }];
}

function phone(context: SlotContext): string {
  const { random } = context;
  const groups = random.chance(0.85) ? [digits(random, 3), digits(random, 3), digits(random, 4)] : random.chance(0.5) ? [digits(random, 3), digits(random, 4)] : [digits(random, 2), digits(random, 4), digits(random, 4)];
  if (random.chance(context.style.spokenNumbers)) {
    const gap = random.pick([' ', ' ', ' ', ', ', ' este ', ' eh ', ' guion ', '. ', ' y luego ']);
    const ahead = random.chance(0.1) ? random.pick(['uno ', 'más uno ', 'más cincuenta y dos ', 'área ']) : '';
    return ahead + groups.map((group) => context.language.spokenCode(group, random)).join(gap);
  }
  const ahead = random.chance(0.1) ? random.pick(['+1 ', '+52 ', '1-', '+1', '52 ']) : '';
  if (random.chance(0.2) && groups.length === 3) return `${ahead}(${groups[0]}) ${groups[1]}-${groups[2]}`;
  return ahead + groups.join(random.pick(['-', '-', ' ', ' ', '.', '']));
}

function organisation({ random, names, words }: SlotContext): string {
  const base = random.pick([names.last(), names.city(), `San ${names.first()}`, `Santa ${names.first()}`, `de las ${random.pick(streetWords)}`, `Los ${random.pick(streetWords)}`, `La ${names.first()}`, `${random.pick(['Lago', 'Monte', 'Valle', 'Río', 'Sol', 'Luna', 'Mar', 'Cielo', 'Jardín', 'Puente', 'Familia', 'Salud', 'Sonrisas', 'Vida', 'Campo', 'Bosque'])} ${random.pick(['Azul', 'Verde', 'Real', 'Alto', 'del Sur', 'del Norte', 'del Pacífico', 'del Golfo', 'de Oro', 'Nueva', 'Hermoso', 'Feliz', 'y Vida', 'del Pueblo', 'Latina', 'Familiar'])}`, 'del Norte', 'del Sur', 'del Valle', 'La Esperanza', 'La Victoria', 'Buena Vista', 'La Milagrosa', 'del Pueblo', 'Familiar', capital(names.coined()), capital(random.pick(words.get('dictionary') ?? ['sol']))]);
  if (random.chance(0.15)) return random.pick(words.get('eponymous-orgs') ?? ['Walgreens']);
  if (random.chance(0.3)) return random.pick(words.get('orgs') ?? ['Walgreens']);
  return random.pick([`Clínica ${base}`, `Clínica Familiar ${base}`, `Neurología ${base}`, `Hogar ${base}`, `Dental ${base}`, `Hospital ${base}`, `Centro Médico ${base}`, `Farmacia ${base}`, `Laboratorio ${base}`, `${base} Medical Center`, `${base} Clinic`, `Pediatría ${base}`, `Dental ${base}`, `Consultorio ${base}`, `Seguros ${base}`, `Banco ${base}`, `Cardiología ${base}`, `${base} Health`]);
}

/** The slots that Spanish fills in its own way. */
export const spanishSlots: Readonly<Record<string, Fill>> = {
  NAME: labelled('NAME', fullName),
  'NAME.last': labelled('NAME', ({ random, names }) => (random.chance(0.25) ? `${names.last()} ${names.last()}` : names.last())),
  'NAME.first': labelled('NAME', ({ random, names }) => (random.chance(0.12) ? `${names.first()} ${names.first()}` : names.first())),
  'NAME.nick': labelled('NAME', ({ random, names, words }) => (random.chance(0.7) ? random.pick(words.get('nicknames') ?? ['Lupe']) : names.first())),
  'NAME.compound': labelled('NAME', compoundName),
  'NAME.twice': nameTwice,
  PHONE: labelled('PHONE', maybeCorrected(phone)),
  DOB: labelled('DOB', maybeCorrected((context) => date(context, 1925, 2025))),
  DATE: labelled('DATE', (context) => date(context, 1995, 2027)),
  ADDRESS: labelled('ADDRESS', maybeCorrected(address)),
  'ADDRESS.name': labelled('ADDRESS', streetName),
  'ADDRESS.street': labelled('ADDRESS', street),
  'ADDRESS.zip': labelled('ADDRESS', zip),
  EMAIL: labelled('EMAIL', email),
  ORG: labelled('ORG', organisation),
  MONEY: (context) => {
    const value = between(context.random, 2, 900);
    const unit = context.random.pick(['dólares', 'dólares', 'pesos', 'centavos']);
    return plain(context.random.chance(0.25) ? `$${value}` : `${amount(value, context)} ${unit}`);
  },
  TIME: (context) => {
    const { random, style } = context;
    const hour = between(random, 1, 12);
    const part = random.pick(['', '', ' de la mañana', ' de la tarde', ' de la noche', ' en punto', ' am', ' pm']);
    const minute = random.pick([0, 0, 0, 15, 30, 45, 10, 20]);
    if (!random.chance(Math.max(0.3, style.spokenNumbers))) return plain(`${hour}${minute === 0 ? '' : `:${minute}`}${part}`);
    const words = minute === 15 ? ' y cuarto' : minute === 30 ? ' y media' : minute === 45 ? ' cuarenta y cinco' : minute === 0 ? '' : ` y ${spanishNumber(minute)}`;
    return plain(`${hour === 1 ? 'una' : spanishNumber(hour)}${words}${part}`);
  },
  DOSE: (context) => {
    const value = context.random.pick([5, 10, 20, 25, 40, 50, 75, 81, 100, 250, 500, 1000]);
    return plain(`${amount(value, context)} ${context.random.pick(['miligramos', 'mg', 'unidades', 'mililitros', 'gotas', 'microgramos', 'gramos'])}`);
  },
};
