import type { CommonWords } from '../language.ts';

/** What tells the language of a text, and stays readable where its turns are masked. */
export const everyday: CommonWords = {
  words: `de la que el en y a los se del las un por con no una su para es al lo como más o pero sus
    le ha me si sí sin sobre este ya entre cuando todo esta ser son dos también fue había era muy
    años hasta desde está mi porque qué sólo solo han yo hay vez puede todos así nos ni parte tiene
    él uno donde bien tiempo mismo ese ahora cada e vida otro después te otros aunque esa eso hace
    otra gobierno tan durante siempre día tanto ella tres dijo sido gran cuál cómo dónde quién
    cuándo estoy estamos están estaba tengo tienes tenemos tienen tenía quiero quiere quisiera puedo
    podría necesito necesita soy somos voy va van vamos hacer haga hago dar darle doy dígame deme
    decir dice digo diga hablar habla hablo gracias favor bueno buena buenas buenos días tardes
    noches hola señor señora señorita usted ustedes nosotros ellos ellas nombre apellido fecha
    nacimiento número teléfono dirección correo seguro cita consulta doctor doctora médico clínica
    medicina medicamento receta farmacia paciente dolor duele fiebre tos sangre presión hijo hija
    mamá papá esposo esposa semana mes año hoy mañana ayer lunes martes miércoles jueves viernes
    sábado domingo hora horas minutos claro perdón disculpe espere momento entonces pues aquí ahí
    allá allí algo nada alguien nadie algún alguna todavía nunca también tampoco verdad mire oiga
    fíjese sabe sé creo siento gusta llamo llama llamar llamó perfecto correcto cuenta tarjeta pago
    repito repita anoto apunto arroba punto guion guión letra bien mal menos antes luego aún poder
    debe debo hemos he has hubo habrá será sería fuera fui estuve tomar tomo toma pastillas mucho
    mucha muchas muchos poco poca otra cosa cosas casa calle ver vea veo nuestro nuestra esto estas
    estos esos esas aquel aquella mío mía tu tú tus les`,
  numbers: `cero uno una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce
    quince dieciséis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta
    setenta ochenta noventa cien ciento cientos mil veintiuno veintidós veintitrés veinticuatro
    veinticinco veintiséis veintisiete veintiocho veintinueve doscientos trescientos quinientos
    doble triple`,
};
