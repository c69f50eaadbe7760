/** Words that join a sentence together; articles and "de" are parts of names, and not among them. */
export const functionWords: ReadonlySet<string> = new Set(
  `
    a al ahí ahora ahorita ante antes aqui aquí así aun casi cerca con como cómo cual cuál cuando cuándo desde donde dónde
    en entre era es esa ese eso esta está este están fue ha hace hasta hay le lo más me mi mis muy nada no nos
    nomás o para pero por porque pues que qué quien se si sí sin sobre solo son su sus también te tengo tiene tu un una
    unos unas ya yo voy va vivo vive pregunte frente queda todavía verdad`
    .trim()
    .split(/\s+/),
);
