import { describe, expect, it } from 'vitest';
import { supportedKinds } from '../../../server/detect/index.ts';
import type { Policy } from '../../../server/domain/policy.ts';
import { heard, type Said } from './heard.ts';
import { defaultKinds, policyOf } from './policies.ts';

const policies: Readonly<Record<string, Policy>> = {
  'the nine kinds': policyOf(defaultKinds),
  'all kinds': policyOf([...supportedKinds]),
};

const withValues: Readonly<Record<string, readonly Said[]>> = {
  PHONE: [
    'mi número es el [seis cero dos cinco cinco cinco cero uno veintinueve]',
    'anote mi celular [seis sesenta y uno quinientos cincuenta y cinco cero uno cuarenta y dos]',
    '¿A qué número lo llamamos? >> al [dos diez cinco cinco cinco cero uno treinta y tres] por favor',
    'llámeme al [ocho cero cinco, cinco cinco cinco, cero uno nueve nueve] después de las cinco',
    '¿Teléfono? >> pues al de mi señora [cuatro quince, cinco cinco cinco, cero uno noventa y tres]',
    'mi teléfono termina en [cuarenta y ocho doce]',
    'me puede marcar al [+52 33 1555 0142]',
    'mi celular es [seis uno nueve ajá cinco cinco cinco pausa cero uno cuatro dos]',
    'what is your phone number >> [dos uno cero cinco five five cero uno uno nine]',
  ],
  SSN: [
    'mi número de seguro social es [412 53 1822]',
    '¿Me da su número de seguro social? >> sí es [cuatro doce cincuenta y tres dieciocho veintidós]',
    '¿Los últimos cuatro de su social? >> [uno ocho dos dos]',
    'my social es [four one two cincuenta y tres dieciocho veintidós]',
  ],
  DOB: [
    'nací [el catorce de marzo del sesenta y dos]',
    'mi hermana nació en [octubre del treinta y cinco]',
    '¿Fecha de nacimiento? >> [uno de mayo del noventa]',
    '¿Fecha de nacimiento? >> [el cuatro del once del setenta y ocho]',
    '¿Fecha de nacimiento? >> [05/11/92]',
    'la fecha de nacimiento de ella es [20/02/1958]',
    '¿Y el año? >> [mil novecientos setenta y seis]',
    'my date of birth es [el cinco de mayo del ochenta y uno]',
    'nació [el tres de enero de dos mil doce], perdón, [cuatro de enero]',
  ],
  MRN: [
    'mi número de expediente es el [cuatro cuatro dos uno ocho nueve]',
    '¿Tiene su número de expediente? >> sí es [eme erre cuatro cuatro dos uno]',
    'el expediente de mi mamá es [A-44718]',
    'número de historia clínica [7 7 1 0 4 2]',
    'su número de paciente es el [51022947]',
    'su número de paciente nuevo es [K-318826]',
    'mi número de ficha es [cuatro cuatro uno cero nueve]',
    '¿Tiene el número de expediente? >> aquí dice [te be cuatro uno cero nueve dos]',
  ],
  ACCOUNT: [
    'la cuenta es la [4471 0029 18]',
    'mi número de póliza es [te equis cuatro cuatro ocho nueve uno dos]',
    'el número de grupo es [siete siete cero cuatro uno]',
    'mi CURP es [GOMC580220MJCNRR08]',
    'mi pasaporte es [ge cero ocho ocho uno siete tres cuatro dos]',
  ],
  EMAIL: [
    'mi correo es [ana punto robles arroba gmail punto com]',
    '¿Correo? >> [maria guion bajo lopez ochenta y dos arroba hotmail punto com]',
    'mándelo a [rosa lopez arroba outlook punto es] gracias',
    'es [g punto solis a roba gmail punto com] con ese',
    'send it to [luz punto vega at example dot com] por favor',
  ],
  ADDRESS: [
    'vivo en el [412 de la calle Maple]',
    'sigue en la [calle 49 número 810 este]',
    'mándelo a la [Urb. Los Almendros, Calle 4, Bloque B-7]',
    'vivo en [Calle Hidalgo 23, Colonia Centro, C.P. 06000]',
    'mi dirección es [mil doscientos cuatro oak street apartamento cinco be]',
    '¿Cuál es su dirección? >> [veintidós cero ocho de la avenida san pedro]',
    'es la [manzana ocho lote diecisiete fraccionamiento las palmas]',
    'es la [mz 4 lt 12], gracias',
    'mi [apartado postal es el cuatro cuatro uno]',
    'mándelo a la [caja postal setenta y dos]',
    'el código postal es [nueve cero cero dos tres]',
  ],
};

describe('Spanish and mixed turns: values are found under their kind', () => {
  describe.each(Object.entries(withValues))('%s', (kind, rows) => {
    it.each(rows)('%s', (said) => {
      const { hidden, kinds } = heard(said, policies['the nine kinds'] as Policy);

      expect(hidden).toBe(said.split(' >> ').at(-1));
      expect(new Set(kinds)).toEqual(new Set([kind]));
    });
  });
});

const finerKinds: Readonly<Record<string, Said>> = {
  AGE_OVER_89: 'mi abuelita tiene [noventa y cuatro] años',
  HEALTH_PLAN_ID: 'el número de afiliado es [W 204 771 83]',
  LICENSE: 'licencia de conducir número [F255 921 50 094 0]',
  SECRET: 'la clave es [cuatro cuatro uno nueve]',
  URL: 'entre a [www punto portalsalud punto com diagonal citas]',
  VEHICLE_ID: 'la placa es [siete ka erre te cero cuatro uno]',
};

describe('Spanish turns: finer kinds of a stricter policy', () => {
  it.each(Object.entries(finerKinds))('%s: %s', (kind, said) => {
    expect(heard(said, policies['all kinds'] as Policy)).toEqual({ hidden: said, kinds: [kind] });
  });
});

const withoutValues: readonly Said[] = [
  'el código del procedimiento es siete cero cinco cinco tres y lo cubre',
  'tome una tableta de quinientos miligramos cada ocho horas',
  'la presión salió ciento cuarenta sobre noventa',
  'abrimos a las ocho y media y cerramos a las cinco y cuarto',
  'cuesta ciento veinticinco dólares con cincuenta centavos',
  'hace noventa años que existe esta clínica',
  'es el segundo piso, consultorio doscientos cuatro',
  'mi azúcar anda en doscientos treinta y cinco',
  'en el dos mil quince me operaron de la vesícula',
  'la primera vez y la tercera vez fue igual',
  '¿cuánto pesa? >> ciento cincuenta y cuatro',
  'me tomo vitamina be doce',
  'uno nunca sabe',
  'mi bebé tiene ciento tres de fiebre desde anoche',
  'ella tiene ciento dos de calentura',
  'mi mamá no usa lentes',
  'me quito un peso de encima',
  'la luz y la paz que siento',
  'un té de jamaica y un poquito amarillo',
  'tomo agua de jamaica',
  'el camión número setenta y dos pasa a las diez',
  '¿Cuántos hijos tiene? >> tengo tres uno de ocho y otra de once',
];

describe('Spanish turns: doses, readings, prices, times and ordinals are no identifiers', () => {
  it.each(withoutValues)('%s', (said) => {
    for (const policy of Object.values(policies)) {
      expect(heard(said, policy).kinds).toEqual([]);
    }
  });
});
