// The words of verify.html, which has to be one file: the page's own are loaded one language at a time.

import type { FindingKey } from './verify';

export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

interface Words {
  title: string;
  lead: string;
  file: string;
  paste: string;
  match: string;
  fair: string;
  unproven: string;
  unfair: string;
  findings: Record<FindingKey, string>;
}

export const WORDS: Record<Language, Words> = {
  en: {
    title: 'Was it fair?',
    lead:
      'This page computes every shuffle of a match again, on your device and without a network. Give it ' +
      'the record of the match.',
    file: 'A file with records',
    paste: 'Or the record as text',
    match: 'Match {number}: {names}',
    fair: 'Everything that was computed is right.',
    unproven: 'Nothing that was computed is wrong. What is missing is written below.',
    unfair: 'Something is wrong. The first line with a ✗ says what.',
    findings: {
      alone: 'The server alone chose the number from which the cards follow. It could have tried many.',
      going_on: 'The match was not finished, so its shuffles are still secret.',
      attempt: 'Shuffling together, attempt {number} of {of}:',
      commitment: 'The server fixed its secret before anyone else chose (fingerprint {fingerprint}).',
      reused: 'The secret of an earlier attempt was used again.',
      took_part: '{parts} of {seats} seats took part.',
      nobody: 'No seat took part: in this attempt the server alone chose.',
      hashes: 'Every number that was given is exactly the one that had been fixed before.',
      withheld: '{name} fixed a number and did not give it. So the attempt was void.',
      barred: '{name} took part again, after making an earlier attempt void.',
      begun_again: 'Everyone had given their number, and yet another attempt followed.',
      unfinished: '{name} did not give the number, and no other attempt followed.',
      seed: 'The number from which all cards follow comes from the secret and all these numbers.',
      shuffles: 'Shuffles: {number}. Deals: {deals}. Every card lay where it has to.',
      wrong_card: 'Deal {deal}: card {place} was {card}; it had to be {due}.',
      wrong_pack: 'Deal {deal} was not dealt from the full deck.',
      no_record: 'This is not a Cardroom record.',
      malformed: '“{part}” is not valid in a record.',
    },
  },
  de: {
    title: 'War es fair?',
    lead:
      'Diese Seite rechnet jede Mischung einer Partie nach, auf deinem Gerät und ohne Netz. Gib ihr die ' +
      'Aufzeichnung der Partie.',
    file: 'Eine Datei mit Aufzeichnungen',
    paste: 'Oder die Aufzeichnung als Text',
    match: 'Partie {number}: {names}',
    fair: 'Alles, was nachgerechnet wurde, stimmt.',
    unproven: 'Nichts, was nachgerechnet wurde, ist falsch. Was fehlt, steht darunter.',
    unfair: 'Etwas stimmt nicht. Die erste Zeile mit ✗ sagt, was.',
    findings: {
      alone: 'Der Server allein hat die Zahl gewählt, aus der die Karten folgen. Er könnte viele ausprobiert haben.',
      going_on: 'Die Partie war nicht zu Ende, darum sind ihre Mischungen noch geheim.',
      attempt: 'Gemeinsames Mischen, Versuch {number} von {of}:',
      commitment:
        'Der Server hat sein Geheimnis festgelegt, bevor jemand anders gewählt hat (Prüfsumme {fingerprint}).',
      reused: 'Das Geheimnis eines früheren Versuchs wurde noch einmal benutzt.',
      took_part: '{parts} von {seats} Plätzen haben mitgemischt.',
      nobody: 'Kein Platz hat mitgemischt: In diesem Versuch hat der Server allein gewählt.',
      hashes: 'Jede Zahl, die genannt wurde, ist genau die, die vorher festgelegt war.',
      withheld: '{name} hat eine Zahl festgelegt und nicht genannt. Darum war der Versuch ungültig.',
      barred: '{name} hat wieder mitgemischt, obwohl ein früherer Versuch daran gescheitert war.',
      begun_again: 'Alle hatten ihre Zahl genannt, und doch folgte noch ein Versuch.',
      unfinished: '{name} hat die Zahl nicht genannt, und es folgte kein weiterer Versuch.',
      seed: 'Die Zahl, aus der alle Karten folgen, kommt aus dem Geheimnis und all diesen Zahlen.',
      shuffles: 'Mischungen: {number}. Spiele: {deals}. Jede Karte lag, wo sie liegen muss.',
      wrong_card: 'Spiel {deal}: Karte {place} war {card}; es hätte {due} sein müssen.',
      wrong_pack: 'Spiel {deal} wurde nicht aus dem ganzen Blatt gegeben.',
      no_record: 'Das ist keine Aufzeichnung von Cardroom.',
      malformed: '„{part}“ ist in einer Aufzeichnung nicht gültig.',
    },
  },
  fr: {
    title: 'Était-ce honnête ?',
    lead:
      'Cette page recalcule chaque mélange d’une partie, sur votre appareil et sans réseau. Donnez-lui ' +
      'l’enregistrement de la partie.',
    file: 'Un fichier d’enregistrements',
    paste: 'Ou l’enregistrement comme texte',
    match: 'Partie {number} : {names}',
    fair: 'Tout ce qui a été recalculé est juste.',
    unproven: 'Rien de ce qui a été recalculé n’est faux. Ce qui manque est écrit ci-dessous.',
    unfair: 'Quelque chose ne va pas. La première ligne avec ✗ dit quoi.',
    findings: {
      alone: 'Le serveur seul a choisi le nombre dont les cartes découlent. Il a pu en essayer beaucoup.',
      going_on: 'La partie n’était pas finie : ses mélanges sont encore secrets.',
      attempt: 'Mélange en commun, essai {number} sur {of} :',
      commitment: 'Le serveur a fixé son secret avant que quiconque ne choisisse (empreinte {fingerprint}).',
      reused: 'Le secret d’un essai précédent a resservi.',
      took_part: '{parts} places sur {seats} ont pris part au mélange.',
      nobody: 'Aucune place n’y a pris part : dans cet essai, le serveur seul a choisi.',
      hashes: 'Chaque nombre donné est exactement celui qui avait été fixé avant.',
      withheld: '{name} a fixé un nombre et ne l’a pas donné. L’essai était donc nul.',
      barred: '{name} a de nouveau pris part, après avoir rendu nul un essai précédent.',
      begun_again: 'Tous avaient donné leur nombre, et pourtant un autre essai a suivi.',
      unfinished: '{name} n’a pas donné son nombre, et aucun autre essai n’a suivi.',
      seed: 'Le nombre dont toutes les cartes découlent vient du secret et de tous ces nombres.',
      shuffles: 'Mélanges : {number}. Donnes : {deals}. Chaque carte était à sa place.',
      wrong_card: 'Donne {deal} : la carte {place} était {card} ; ce devait être {due}.',
      wrong_pack: 'La donne {deal} n’a pas été faite avec le jeu entier.',
      no_record: 'Ce n’est pas un enregistrement de Cardroom.',
      malformed: '« {part} » n’est pas valable dans un enregistrement.',
    },
  },
};

/** Words with their values. */
export function filled(words: string, values: Record<string, string | number>): string {
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
