const lines = (text: string): readonly string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());

/** What people say with many single digits in it and nobody's number: by what it is. */
export const countedDigits: Readonly<Record<string, readonly string[]>> = {
  counting: lines(`
    one two three four five six seven eight, testing
    one, okay, two, okay, three, okay, four, okay, five, okay, six, okay, seven, okay, eight
    ten nine eight seven six five four three two one go
    count with me: one, and two, and three, and four, and five, and six, and seven, and eight
    uno, dos, tres, cuatro, cinco, seis, siete, ocho, probando
    uno y dos y tres y cuatro y cinco y seis y siete y ocho
  `),
  readings: lines(`
    my pressure was one twenty over eighty, then one thirty over eighty five, then one ten over seventy
    pain is a three in the morning, a five at noon, a seven in the evening, a four at night, then a two in the morning, a six at noon and an eight at night
    the knee is a four, the hip is a two, the shoulder is a seven, the neck is a three, the back is an eight, the wrist is a one, the ankle is a five
    my sugar was nine on monday, eight on tuesday, seven on wednesday, six on thursday, nine on friday, five on saturday and eight on sunday
    el dolor es un tres en la mañana, un cinco al mediodía, un siete en la tarde, un cuatro en la noche, luego un dos en la mañana y un seis al mediodía y un ocho en la noche
    me salió nueve el lunes, ocho el martes, siete el miércoles, seis el jueves, nueve el viernes, cinco el sábado y ocho el domingo
  `),
  doses: lines(`
    I take one in the morning, two at noon, one at three, two at five, one at seven, three at nine and one at night
    monday two, tuesday one, wednesday two, thursday three, friday four, saturday one, sunday two
    two pills with breakfast, one pill at lunch, three pills at dinner, then four drops, five drops, six puffs and two puffs
    take two every four hours for three days, then one every six hours for five days, then two every eight hours for nine days
    tomo una en la mañana, dos al mediodía, una a las tres, dos a las cinco, una a las siete, tres a las nueve y una en la noche
    lunes dos, martes una, miércoles dos, jueves tres, viernes cuatro, sábado una, domingo dos
    dos pastillas con el desayuno, una pastilla con el almuerzo, tres pastillas con la cena, cuatro gotas, cinco gotas, seis gotas y dos gotas
  `),
  scores: lines(`
    we won three to one, then lost two to four, then five to three, and then six to two on sunday
    it was three two, then one four, and we lost it five six in the end, imagine, eight nine the next day
    ganamos tres a uno, perdimos dos a cuatro, luego cinco a tres y seis a dos el domingo
  `),
  jokes: lines(`
    I never win the lottery, one euro here, two there, and three on a good day, my numbers are all wrong
    si gano la lotería con tres o con siete les pago todo, uno nunca sabe, dos veces casi
  `),
  dates: lines(`
    I was here on may first, june second, july third, august fourth, september fifth, october sixth and november seventh
    it is the fifth or the sixth of march, maybe the seventh, then again the second of april and the third of may, or the ninth
    vine el dos de mayo, el tres de junio, el cuatro de julio, el cinco de agosto, el seis de octubre, el siete de noviembre y el nueve de marzo
  `),
  times: lines(`
    I can come at two, at three, at five, at four thirty, at six, at nine, or at one
    the bus comes at seven, then at eight, then at nine, at two, at four and at six
    puedo venir a las dos, a las tres, a las cinco, a las cuatro y media, a las seis, a las nueve o a la una
  `),
  prices: lines(`
    it was five dollars for one, eight dollars for two, nine dollars for three and seven for the small one
    coffee is three, tea is two, juice is four, the cake is six, the soup is eight, the salad is nine and bread is one
    eran cinco pesos por uno, ocho pesos por dos, nueve pesos por tres y siete por el chico
  `),
  menus: lines(`
    press one for appointments, press two for billing, press three for refills, press four for results, press five for records, press six for spanish, press seven to repeat
    for appointments press one, for billing press two, for refills press three, for the lab press four, for records press five, for x-ray press six, for the operator press zero
    para citas marque uno, para pagos marque dos, para recetas marque tres, para resultados marque cuatro, para expedientes marque cinco, para rayos x marque seis, para la operadora marque cero
  `),
  steps: lines(`
    first you wash it, second you dry it, third you put the cream on, fourth you wrap it, fifth you rest, sixth you call us, seventh you come in
    step one wash it, step two dry it, step three put the cream on, step four wrap it, step five rest, step six call us, step seven come in
    primero lo lava, segundo lo seca, tercero pone la crema, cuarto lo venda, quinto descansa, sexto nos llama, séptimo viene
    paso uno lo lava, paso dos lo seca, paso tres pone la crema, paso cuatro lo venda, paso cinco descansa, paso seis nos llama, paso siete viene
  `),
  places: lines(`
    he was moved from floor two to floor four, room three, then floor five, room one, then floor six, room eight, floor nine
    bed one is free, bed four is free, bed six is free, bed two is free, bed nine is free, bed five is free and bed eight is free
    lo pasaron del piso dos al piso cuatro, cuarto tres, luego al piso cinco, cuarto uno, luego al piso seis, cuarto ocho
  `),
  ages: lines(`
    ana is two, ben is four, cal is six, dan is one, eve is eight, flo is three and gus is five
    ana tiene dos, beto tiene cuatro, carla tiene seis, dani tiene uno, eva tiene ocho, flor tiene tres y gus tiene cinco
    I have two boys and one girl, my sister has three, my brother has one, the other one has four and my cousin has five, she wants six
  `),
  talk: lines(`
    no one told me, this one or that one, the one I saw said one thing, the other one said one more, so which one is the one
    one moment, one second, I have one question about one of the two letters, the first one or the second one, one says one thing
    one of my two sisters has three cats, four dogs, five birds, and one of them has six fish and two mice
    un momento, una pregunta, tengo una duda de una de las dos cartas, la una o la otra, una dice una cosa y la otra dice otra
  `),
};
