/** Words that join a sentence together; articles and "de" are parts of names, and not among them. */
export const functionWords: ReadonlySet<string> = new Set(
  `
    a ai alors aujourd'hui aussi avec c'est car cette chez comme d'accord dans depuis demain donc elle elles en est et euh hier il
    ils j'ai j'habite je mais me merci mes mon ma ne non nous on ou où oui par pas plus pour puis quand que qui quoi sa se si
    son sont suis sur ta te tu un une vos votre vous y à ça`
    .trim()
    .split(/\s+/),
);
