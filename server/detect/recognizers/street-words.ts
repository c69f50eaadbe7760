/** Street types that are hardly ever anything else behind a number and a name. */
export const strongTypes =
  'street|str|avenue|ave|boulevard|blvd|road|rd|lane|ln|highway|hwy|parkway|pkwy|expressway|turnpike|terrace|crescent|alley|broadway|esplanade';

/** Types that are also abbreviations or words, though seldom behind a house number and a name. */
export const weakTypes =
  'st|av|drive|dr|court|ct|place|pl|square|sq|circle|cir|trail|trl|pike|ridge|cove|bend|crossing|xing|plaza|gardens|grove|mews|heights|hts|landing|meadows|manor|wharf|quay|glen|hollow|parade|promenade|freeway|ter|cres|vista|extension|commons';

/** Types that are everyday words: only with capitals, a city behind, or a word of living there. */
export const looseTypes =
  'way|loop|run|path|pass|row|walk|view|hill|hills|park|point|garden|close|meadow|bypass|route|creek|lake|station|mall';

/** Endings of street names written as one word: German, Dutch, Scandinavian, Finnish, Hungarian. */
export const joinedEndings =
  'strasse|straße|strase|str|gasse|platz|straat|plein|gracht|singel|dreef|steeg|vägen|gatan|gränd|veien|vegen|gaten|gata|katu|polku|utca|weg|allee|damm|laan|vej|vejen|gade|allé|väg|veg|vei|kuja';

/** Of those, the ones that may also stand alone behind the name. */
export const spacedEndings = /^(?:strasse|straße|str|platz|allee|gasse|utca|katu|vej)$/i;

/** Of those, the ones that end no English word. */
export const plainEndings =
  /^(?:str.*|gasse|platz|plein|gracht|vägen|gatan|gränd|veien|vegen|gaten|utca|katu|vej|vejen)$/i;

/** Street types that stand before the name: Romance and Slavic languages. */
export const leadingTypes =
  'via|viale|piazza|piazzale|corso|vicolo|largo|rue|avenue|boulevard|chemin|quai|impasse|place|calle|avenida|avda|paseo|carrera|plaza|camino|rua|travessa|praça|estrada|ulica|ul|ulitsa|prospekt|strada|calea|aleea|jalan|rruga|odos|cesta|trg|vul';

/** Of those, the ones that are no English word. */
export const plainLeading =
  /^(?:viale|piazza.*|vicolo|calle|avenida|avda|rua|travessa|praça|estrada|ulica|ulitsa|prospekt|calea|aleea|jalan|rruga)$/i;

/** First words behind a number that make it a count, not a house. */
export const countedWords =
  /^(?:room|bed|ward|bay|gate|floor|stage|table|way|lane|lanes|car|cars|door|doors|story|storey|stories|bed|bedroom|bathroom|block|blocks|star|wheel|person|man|men|women|patients?|other|others|different|more|new|or|dogs?|cats?|friends|brothers?|sisters?|sons?|daughters?|boys?|girls?|of|times|accidents?|percent|hundred|thousand|million|jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;

/** What usage and amounts are counted in, and how: none of it is a street's name where no type says so. */
export const countedThings =
  /^(?:minutes?|mins|hours?|hrs|seconds?|days?|weeks?|months?|years?|hourly|daily|weekly|monthly|yearly|annual(?:ly)?|credits?|messages?|texts|e-?mails|tokens?|steps?|calories|carbs|grams?|milligrams?|mg|mcg|ml|units?|people|persons?|employees|members|users?|visitors|customers|callers|calls?|pages?|percent(?:age)?|percentile|versions?|items?|requests?|sessions?|licenses|seats|copies|files|photos|records|rows|entries|words|characters|digits|tickets|orders|votes|pounds|ounces|kilos|dollars?|cents|euros|bucks|free|extra|additional|remaining|unused|available|total|average|maximum|minimum|included|unlimited|prepaid|active|concurrent|gigabytes|megabytes|gigs|reps|laps|pills|tablets|capsules|doses|drops|beats|feet|miles|meters|yards|kilometers|different|new|more|other|points)$/i;

/** Words of living, sending or being somewhere, near before an address. */
export const placeCue =
  /\b(?:address(?:es)?|live[sd]?|living|resid(?:e|es|ed|ing)|located|stay(?:s|ing|ed)? at|moved? to|mail(?:ed|ing)?|ship(?:ped|ping)?|deliver(?:ed|y)?|send|sent|property|pharmacy|corner|intersection|directions|house|home is)\b/i;
