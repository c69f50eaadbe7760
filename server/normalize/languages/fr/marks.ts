import { inAllSpellings } from './spellings.ts';

const words = (list: string): readonly string[] => list.trim().split(/\s+/);

/** Words of everyday French that no sentence, name or place of English and Spanish has. */
const everyday = words(`
  je j'ai j'j'appelle j'avais j'étais j'aimerais j'attends m'appelle s'appelle m'appeler m'a c'est c'était ça n'est n'ai
  l'adresse l'appareil d'accord d'adhérent d'accès qu'il qu'elle qu'est jusqu'à jusqu'au aujourd'hui s'écrit l'hôpital suis
  nous vous avec chez vers notre votre vos leur leurs cette mais où quand être avoir avez avait voudrais veux
  voulez peux pouvez pourrais dois doit vais habite habitons téléphone numéro courriel arobase arrobase tiret sécurité
  sécu adhérent mutuelle facture prénom naissance née anniversaire allée rendez médecin
  ordonnance médicament comprimés mari femme fils fille mère père sœur frère enfants deux trois quatre cinq 
  huit neuf dix onze douze treize quatorze quinze seize vingt vingts trente quarante cinquante soixante septante huitante nonante 
  mille zéro janvier février avril juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi
  vendredi samedi heures jours semaine semaines mois années merci bonjour bonsoir oui monsieur docteur madame épelle prénomme
  demain hier matin soir très aussi
  rappelez rappeler appelez alors voilà attendez euh heu pardon désolé opéré opérée
`);

/** Pairs of words, each of which other languages may have. */
const pairs = `
  mon code, le code, code postal, est le, est la, de la, le numéro, mon nom, mon numéro, mon adresse, mon mail, ma date, né le, né en, au nom, je suis, il est, elle est, il a, elle a,
  il y, y a, on est, on a, on habite, pour le, pour la, dans le, dans la, sur le, sur la, et le, et la, le premier, premier mai, le six, le cent,
  rue de, rue du, rue des, de mars, du mois, les lilas, six mars, un mars, au six, le zéro
`;

/** Marks of French: a word, or two that follow each other. "De" and "le" mark none: names have them. */
export const marks: ReadonlySet<string> = new Set(
  inAllSpellings(
    [
      ...everyday,
      ...pairs
        .split(/[,\n]/)
        .map((pair) => pair.trim())
        .filter((pair) => pair !== ''),
    ].flatMap((mark): [string, true][] => [
      [mark, true],
      [mark.replace("'", '’'), true],
    ]),
  ).keys(),
);
