import type { CommonWords } from '../language.ts';

/** What tells the language of a text, and stays readable where its turns are masked. */
export const everyday: CommonWords = {
  words: `je tu il elle nous vous ils elles on le la les un une des du de et est sont était suis
    êtes ai as a avons avez ont avait être avoir fait faire faut peut peux pouvez pourrais voudrais
    veux voulez dois doit vais va allez aller pas ne ni plus moins très bien bon bonne aussi encore
    déjà toujours jamais mais ou où donc car si que qui quoi quel quelle quand comment pourquoi
    parce pour par avec sans dans sur sous chez vers depuis pendant avant après entre mon ma mes ton
    ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces cela ça c'est j'ai j'ai
    qu'est n'est d'accord s'il plaît merci bonjour bonsoir oui non au aux monsieur madame docteur
    médecin rendez vous cabinet hôpital ordonnance médicament médicaments comprimés assurance carte
    date naissance né née nom prénom adresse numéro téléphone appelle m'appelle habite rue douleur
    douleurs mal fièvre toux tête ventre enfant fils fille mari femme mère père besoin semaine mois
    année ans heure heures jour jours aujourd'hui demain hier matin soir lundi mardi mercredi jeudi
    vendredi samedi dimanche attendez voilà peut-être quelque chose rien tout tous toute toutes
    prendre pris prends parle parler comprends moi toi lui eux y en même autre autres beaucoup trop
    peu`,
  numbers: `zéro deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize
    vingt trente quarante cinquante soixante cent mille`,
};

/** Words that join a sentence together; articles and "de" are parts of names, and not among them. */
export const functionWords: ReadonlySet<string> = new Set(
  `
    a ai alors aujourd'hui aussi avec c'est car cette chez comme d'accord dans depuis demain donc elle elles en est et euh hier il
    ils j'ai j'habite je mais me merci mes mon ma ne non nous on ou où oui par pas plus pour puis quand que qui quoi sa se si
    son sont suis sur ta te tu un une vos votre vous y à ça`
    .trim()
    .split(/\s+/),
);
