import { type NameWords, withoutAccents } from '../language.ts';
import { meanings } from './meanings.ts';
import { inAllSpellings } from './spellings.ts';

/** Words of everyday French and of calls to a clinic; none is usual as a name ("petit" and "pierre" are). */
const words = `
  je tu il elle on nous vous ils elles me te se le la les un une des du de et est sont était étaient suis es êtes sommes ai as a
  avons avez ont avait avais avaient aura aurai auras aurez auront aurais aurait eu être été étant avoir ayant fait faire fais faites
  font fera ferai faut faudrait fallait peut peux pouvez pouvons peuvent pouvait pourrais pourrait pourriez pourra pourrez pu veut veux
  voulez voulons veulent voudrais voudrait voudriez voulais voulait dois doit devez devons doivent devait devrais devrait dû vais va vas
  allez allons vont allait allais ira irai irait aller venir viens vient venez venu venue viendra viendrai viendrait revenir reviens
  revient revenez revenu partir pars part partez parti partie prendre prends prend prenez prenons prennent pris prise prises prendrai
  prendra mettre mets met mettez mis mise dire dis dit dites disent disait disais voir vois voit voyez voient vu vue vus verra savoir
  sais sait savez savons savais savait su parler parle parles parlez parlais parlé rappeler rappelle rappelez rappelé rappellerai
  rappellera rappellerez appeler appelle appelez appelé appellera joindre joignable tombe tombé tombée passer passe passez passera
  passerai passé passée passés donner donne donnez donné donnée laisser laisse laissez laissé attendre attends attend attendez attendu
  tenir tiens tient tenez reprendre décaler annuler annule déplacer reporter confirmer confirme confirmez confirmé renouveler chercher
  cherche cherchez trouver trouve trouvé trouvez noter note notez noté écrire écris écrit écrivez envoyer envoie envoyez envoyé
  envoyée recevoir reçois reçoit reçu reçue demander demande demandez demandé répondre répond répondez répondu perdre perds perdu
  payer paie payez payé rester reste restez resté marcher marche marché manger mange dormir dors dort sortir sort sorti entrer entendre
  entends entendu comprendre comprends compris croire crois croit penser pense pensez pensais espère sentir sens sent changer change
  changé commencer commence commencé finir finit fini arriver arrive arrivé arrivée essayer essaie essayé habiter habite habitez
  habitons déménagé travailler travaille né née nés naître opérer opéré opérée soigner soigné prescrit prescrite remboursé remboursée
  tousse tousser gratte pèse mesure souffre vomir vomit saigne gonflé répéter répétez répète épeler épelle épelez trompé trompée
  résume signé signée porte portée ouvert ouverte ouverts ouvre fermé fermée ferme coûte existe existait signale signaler inscrire inscrit
  inscrite vérifier vérifie vérifiez préfère préférez préférerais aimerais aime aider aidez aide suivi suivie suivre
  ne pas plus jamais rien personne non oui si ni mais ou où donc or car que qu' qui quoi dont quel quelle quels quelles quand comment
  pourquoi combien lequel laquelle parce puisque comme lorsque
  mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs mien mienne sien sienne ce cet cette ces cela ça ceci celui celle
  ceux celles moi toi lui eux soi y en même mêmes autre autres tout tous toute toutes quelque quelques chaque plusieurs aucun aucune
  certain certains certaine
  à au aux avec sans dans sur sous chez vers depuis pendant avant après entre pour par contre jusque jusqu'à jusqu'au selon malgré sauf
  dès hors près loin
  très trop bien mal mieux pire moins peu beaucoup assez aussi encore déjà toujours souvent parfois maintenant aujourd'hui demain hier
  bientôt tard tôt alors puis ensuite enfin ici là là-bas vite lentement doucement vraiment exactement peut-être seulement surtout
  plutôt environ presque ensemble dehors dedans dessus dessous devant derrière gauche droite droit haut bas fond côté sinon autrement
  voilà voici bon bonne bons bonnes mauvais mauvaise grande grandes petite petites nouveau nouvelle nouveaux vieux vieille ancien
  ancienne premier première deuxième troisième dernier dernière derniers dernières prochain prochaine possible impossible urgent
  urgente grave simple difficile facile seul seule sûr sûre prêt prête libre occupé occupée complet complète entier normal normale
  malade malades fatigué fatiguée enceinte allergique content contente gentil gentille désolé désolée vrai vraie faux fausse pareil
  cher chère important actuel actuelle postal postale médical médicale bancaire électronique social sociale général générale
  bonjour bonsoir salut allô merci pardon excusez s'il plaît plait revoir journée soirée nuit volontiers accord d'accord bref hein
  euh heu ben bah ah oh eh ok okay hum attention évidemment effectivement absolument parfaitement voyons honneur
  monsieur madame mademoiselle messieurs mesdames docteur docteure docteurs dr mme mlle mr maître professeur infirmier infirmière
  infirmiers infirmières secrétaire secrétaires secrétariat médecin médecins cardiologue dentiste kiné kinésithérapeute sage-femme
  pharmacien pharmacienne pharmacie patient patiente patients voisin voisine ami amie amis gens homme femme femmes enfant enfants fils fille filles
  bébé mari conjoint compagnon compagne père mère papa maman parents frère frères sœur sœurs oncle tante cousin cousine grand-père
  grand-mère beau-père belle-mère beau-frère belle-sœur beau-fils belle-fille famille tuteur tutrice aidant
  rendez-vous rendez consultation consultations visite séance séances contrôle bilan examen examens analyse analyses prise sang
  radio scanner irm échographie vaccin vaccins piqûre opération intervention hospitalisation urgence urgences hôpital clinique cabinet
  laboratoire service accueil étage chambre salle couloir parking entrée ordonnance ordonnances médicament médicaments traitement
  comprimé comprimés gélule gélules sirop pommade goutte gouttes boîte boîtes dose doses résultat résultats dossier dossiers courrier
  certificat arrêt maladie douleur douleurs fièvre toux rhume grippe tension glycémie sucre cholestérol poids taille allergie
  grossesse cœur tête ventre dos gorge jambe jambes bras main mains pied pieds genou épaule œil yeux oreille oreilles dent dents peau
  estomac poumon poumons rein reins foie nez bouche cou hanche cheville poignet doigt tournesol lunettes
  téléphone téléphonique numéro numéros portable mobile fixe répondeur message messages mail mails e-mail email courriel adresse
  adresses arobase arrobase point points tiret tirets underscore slash virgule attaché attachée minuscule minuscules majuscule majuscules lettre
  lettres chiffre chiffres code codes carte cartes vitale bleue identité permis conduire passeport compte comptes iban rib banque
  virement chèque chèques facture factures contrat contrats adhérent adhérente mutuelle assurance assuré assurée sécurité sécu cpam clé
  référence matricule employeur cryptogramme expiration expire nom noms prénom prénoms naissance date dates anniversaire âge rue
  avenue boulevard impasse allée chemin place route quai lotissement résidence bâtiment appartement escalier ville maison village pays
  lieu lieux quartier code mot passe secret accès identifiant
  bus taxi train voiture travail boulot école bureau ligne site internet question problème souci chose choses truc raison cause fois
  temps moment minute minutes seconde secondes heure heures jour jours semaine semaines mois an ans année années matin matinée midi
  après-midi soir week-end quinzaine vingtaine dizaine douzaine centaine fin début milieu suite reste besoin envie idée photo
  part nombre moitié demi demie quart euros euro centimes pour-cent mètre mètres centimètres kilo kilos gramme grammes milligrammes litre degrés
  jeun lundi mardi mercredi jeudi vendredi samedi dimanche garde côté appareil fils aîné aînée cadet cadette jumeau jumeaux
  c'est c'était j'ai j'avais j'étais j'habite j'appelle j'attends j'aimerais j'arrive j'en j'y n'ai n'est n'était n'a n'avez m'a m'ont m'avez
  m'appelle m'appeler s'appelle s'appelait l'appelle t'ai s'écrit s'en qu'il qu'elle qu'on qu'est qu'un est-ce peut-on puis-je celle-ci celui-ci
  doliprane paracétamol ibuprofène aspirine amoxicilline pénicilline metformine oméprazole kardégic lévothyrox ventoline cortisone
  antibiotique antibiotiques insuline français française france
  soulage tourne brûle pique enlever enlève poser pose posé ajouter ajoute apporter apporte amener amène accompagner accompagne remplir rempli
  lire lis lit relire acheter achète garder conseiller conseille conseillé recommander recommandé proposer propose proposé arrêter
  arrête arrêté oublier oublie oublié rater raté manquer manque avancer avancé reculer remercie remercier souhaite souhaiter
  souhaitais permettre permets permettez concerne concernant explique expliquer expliqué servir sert suffit devenir devient vivre
  vis vit vivons boire boit bu tourner monter monte descendre descends lever lève coucher couche asseoir assis respirer respire
  avaler avale guérir guéri maigrir maigri inquiète inquiet inquiéter rassurer valider validé régler réglé transmettre transmis
  transférer transfère raccrocher raccroche coupé coupe sonne sonner patienter patientez
  places disponibilité disponibilités créneau créneaux horaire horaires agenda planning liste réponse rappel retard absence vacances
  congé congés départ retour trajet transport ambulance fauteuil béquilles pansement pansements plâtre attelle perfusion seringue
  aiguille crème spray tensiomètre thermomètre appareils prothèse lentilles couronne carie détartrage eczéma boutons plaques rougeurs
  brûlure brûlures coupure plaie cicatrice bosse entorse fracture chute malaise vertige vertiges nausée nausées vomissements diarrhée
  constipation migraine migraines angine bronchite otite sinusite gastro covid cystite diabète diabétique hypertension asthme
  asthmatique cancer tumeur chimio rayons thyroïde prostate utérus règles pilule stérilet ménopause accouchement maternité pédiatre
  gynécologue ophtalmo ophtalmologue dermatologue dermato généraliste spécialiste chirurgien chirurgienne anesthésiste radiologue
  psychiatre psychologue psy ostéo ostéopathe podologue orthophoniste neurologue rhumatologue urologue pneumologue remplaçant
  remplaçante interne externe stagiaire collègue chef directeur directrice avocat gendarme police gardien interphone digicode
  sonnerie ascenseur cour jardin balcon fenêtre chien chat clés sac papiers document documents formulaire attestation justificatif
  questionnaire devis remboursement franchise tiers payant feuille feuilles soins cure rééducation régime repas déjeuner dîner café
  thé eau verre pain viande poisson légumes fruits lait sel alcool tabac cigarettes sport vélo montagne mer campagne plage soleil
  pluie froid chaud chaleur gros grosse jeune jeunes propre rouge noire blanche jaune vert verte
`;

/** "D'" and "l'" begin names as well, so there the word behind them decides. */
const elided = /^(?:[cjmnst]|qu)'/;

const everyday: ReadonlySet<string> = new Set(
  inAllSpellings([
    ...words.split(/\s+/).map((word): [string, true] => [word, true]),
    ...Array.from(meanings.keys())
      .flatMap((said) => said.split(' '))
      .map((word): [string, true] => [word, true]),
  ]).keys(),
);

/** The words around names in French. */
export const names: NameWords = {
  isEveryday: (word) => everyday.has(withoutAccents(word)) || elided.test(word),
  particles: new Set("le la les de du des d' van von ben bel el al di da dos".split(' ')),
  titles:
    'monsieur|madame|mademoiselle|docteure?|dr|mme|mlle|m(?=\\.)|ma[îi]tre|professeur|infirmi[èe]re?|s[œo]eur',
  leads:
    "m['’]appelle|s['’]appelle|s['’]appelait|mon nom|mon nom de famille|nom de famille|nom de jeune fille|mon pr[ée]nom|pr[ée]nom|au nom de|aux noms de|de la part de|moi c['’]est|sign[ée]e?",
  weakLeads:
    "c['’]est|ici|je suis|je vous passe|pour|chez|avec|mon mari|ma femme|mon fils|ma fille|mon p[èe]re|ma m[èe]re|mon fr[èe]re|ma s(?:œ|oe)ur|ma belle[- ]m[èe]re|mon beau[- ]p[èe]re|ma belle[- ]s(?:œ|oe)ur|mon beau[- ]fr[èe]re|mon compagnon|ma compagne",
  joints: "c['’]est|est|alors|euh|et|donc",
  trails: "à l['’]appareil|au t[ée]l[ée]phone",
  asked:
    "\\bnoms?\\b(?! de (?:la|votre) (?:rue|m[ée]decin))|pr[ée]noms?\\b|vous vous appelez|vous appelez[- ]vous|ai[- ]je l['’]honneur|qui [êe]tes[- ]vous|c['’]est de la part de",
};
