import { describe, expect, it } from 'vitest';
import { supportedKinds } from '../../../server/detect/index.ts';
import { heard, type Said } from './heard.ts';
import { policyOf } from './policies.ts';

const usual = policyOf([...supportedKinds]);
const covering = { ...usual, languages: ['en', 'es', 'fr'] };

const withValues: Readonly<Record<string, readonly Said[]>> = {
  PHONE: [
    'mon numéro de téléphone c’est le [zéro six trente-neuf quatre-vingt-dix-huit douze trente-quatre]',
    "c'est le [06 39 98 14 14]",
    "c'est le [+33 6 39 98 14 14]",
    'À quel numéro peut-on vous joindre ? >> au [zéro quatre soixante-cinq soixante et onze quatre-vingt-trois zéro sept]',
    'mon numéro commence par [zéro six trente-neuf puis quatre-vingt-dix-huit]',
  ],
  SSN: [
    'mon numéro de sécurité sociale est le [1 49 07 75 112 304 32]',
    'numéro de sécu [un quarante-neuf zéro sept soixante-quinze cent douze trois cent quatre]',
    "c'est le [1 49 07 2A 112 304 15] je crois",
    'votre numéro de sécurité sociale >> [un quarante-neuf zéro sept soixante-quinze cent douze trois cent quatre clé trente-deux]',
    'et la clé >> [trente-deux]',
  ],
  DOB: [
    'je suis né [le quatorze mars mille neuf cent soixante-deux]',
    'elle est née en [mai mille neuf cent trente-huit]',
    'Votre date de naissance ? >> [le dix-huit août soixante]',
    'Votre date de naissance ? >> [seize zéro neuf mille neuf cent quatre-vingt-un]',
    'date de naissance [08/12/1975]',
  ],
  DATE: [
    'je serai absente [du 2] au [14 août]',
    'mardi [douze] à neuf heures',
    "j'ai vu le médecin le [02/03]",
  ],
  EMAIL: ['mon adresse mail c’est [camille point roux arobase example point com]'],
  MRN: [
    'mon numéro de dossier [deux cent quarante-trois cinq cent dix-huit]',
    'votre numéro de dossier >> [trente-huit zéro deux quatre-vingt-onze]',
  ],
  HEALTH_PLAN_ID: ["numéro d'adhérent [77015482]"],
  ADDRESS: [
    "j'habite au [douze rue des lilas]",
    "J'habite [12 rue des Lilas, 75011 Paris].",
    '[Résidence du Parc, 8 rue des Érables, à Dijon].',
    'on est au [trois bis rue pasteur] depuis deux ans',
    'au [cinq de la rue des fleurs à metz]',
    '[chemin des vignes numéro sept]',
    '[vingt-six cours gambetta treize mille cent aix]',
    'on est [rue pasteur] depuis deux ans',
  ],
  ZIP: ['mon code postal [trente-cinq mille]'],
  SECRET: ["mon mot de passe c'est [papillon bleu]"],
};

describe('French turns: values are found under their kind where the policy lists French', () => {
  for (const [kind, rows] of Object.entries(withValues)) {
    it.each(rows)(`${kind}: %s`, (said) => {
      const { hidden, kinds } = heard(said, covering);
      expect(hidden).toBe(said.split(' >> ').at(-1));
      expect(new Set(kinds)).toEqual(new Set([kind]));
    });
  }
});

describe('French turns without a value: nothing is found', () => {
  it.each([
    'ma tension était à quatorze huit ce matin',
    "j'ai trente-neuf deux de fièvre depuis deux jours",
    'la consultation coûte soixante-dix euros',
    'un comprimé de cinq cents milligrammes matin et soir',
    'je pèse quatre-vingt-douze kilos pour un mètre soixante',
    'le train de seize heures vingt-deux',
    'il y a une quinzaine de jours à peu près',
    'mon fils a huit ans',
    'chambre deux cent douze au fond du couloir',
    "la pharmacie est dans la rue d'à côté",
  ])('%s', (said) => {
    expect(heard(said, covering).hidden).toBe(said);
  });
});

describe('French turns under a policy that does not list French', () => {
  it.each([
    'numéro de sécu 1490775112304',
    'zéro six trente-neuf quatre-vingt-dix-huit douze trente-quatre',
    'chemin des vignes numéro sept',
  ])('are searched as before: %s', (said) => {
    expect(heard(said, usual).kinds).not.toContain('SSN');
    expect(heard(said, usual).kinds).not.toContain('PHONE');
    expect(heard(said, usual).kinds).not.toContain('ADDRESS');
  });
});
