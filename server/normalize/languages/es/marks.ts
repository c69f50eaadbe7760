/** Words that no English sentence has, not even in a name: neither "once" nor "de" nor "julio". */
const words = `
    cero uno tres cuatro cinco seis siete ocho nueve diez doce trece catorce quince dieciseis diecisiete
    dieciocho diecinueve veinte veintiuno veintiun veintidos veintitres veinticuatro veinticinco veintiseis
    veintisiete veintiocho veintinueve treinta cuarenta cincuenta sesenta setenta ochenta noventa ciento
    doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos
    enero febrero junio agosto septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes
    sabado hoy ayer mañana manana año años anos meses semana semanas hora horas dia dias
    numero numeros telefono telefonos celular cel correo arroba guion fecha nacimiento naci nacio nacida nacido
    cumpleaños cumpleanos edad tengo tiene cumple cumplio expediente cuenta poliza seguro aseguranza afiliado afiliada
    licencia pasaporte matricula cedula contraseña contrasena clave usuario codigo direccion domicilio vivo vive departamento
    apartamento apellido nombre llamo llama llame llameme hablo habla digame tarjeta vence receta
    que pero porque cuando cual quien donde pues bueno eso ese estoy somos muy mas
    tambien aqui ahorita ahora hija hijo esposo esposa abuelo abuela hermano hermana señor señora
    gracias hola buenos buenas perdon espere digo cita medicina doctora mismo misma ellos usted ustedes
     nomas erre eñe hache equis jota efe eme uve zeta ceta mio suyo doble arroba punto fijo ultimos digitos termina
`;

/** Pairs of words, each of which English names and sentences may have. */
const pairs = `
  de marzo, de abril, de mayo, de julio, de dos, de mil, del dos, dos mil, dos dos, los dos, las dos, dos de
  es el, es la, es un, es una, en el, con el, con la, por la, por el, por favor, lo que, la que, el que, a las
  de mi, con mi, en mi, para mi, para la, para el, y el, y la, y mi, si es, no es, no se, se me, me da
  mi mama, mi papa, su mama, su papa, la doctora, el doctor, la calle, calle numero, codigo postal, de la calle
`;

/** Marks of Spanish: a word, or two that follow each other. */
export const marks: ReadonlySet<string> = new Set([
  ...words.trim().split(/\s+/),
  ...pairs.trim().split(/\s*[,\n]\s*/),
]);
