import { expand, type Grammar, type Template } from './grammar.ts';
import { joinPieces, type LabelledTurn, piecesOf } from './labelled-text.ts';
import type { NameSource } from './names.ts';
import { noiseOf, spoil } from './noise.ts';
import { hashOf, type Random } from './random.ts';
import type { Language, SlotContext } from './slot-context.ts';
import { fillSlot } from './slots.ts';
import type { WordLists } from './word-lists.ts';

/** One template in this many goes to the held-out split. */
const heldOutShare = 8;
export const isHeldOutTemplate = ({ line }: Template): boolean => hashOf(line) % heldOutShare === 0;

/** What dialogues of one language are made of. */
export interface Sources {
  readonly language: Language;
  readonly grammar: Grammar;
  readonly words: WordLists;
  readonly dictionary: readonly string[];
  readonly names: NameSource;
  readonly random: Random;
  readonly plain: boolean;
}

/** A dialogue of one to three templates, spoiled like one recogniser's output. */
export function composeDialogue(templates: readonly Template[], sources: Sources): LabelledTurn[] {
  const { random, plain } = sources;
  const noise = noiseOf(random, plain);
  const spokenNumbers = noise.lowerCase ? 0.65 : random.pick([0, 0, 0.05, 0.4]);
  const count = random.pick([1, 1, 1, 1, 2, 2, 3]);
  const turns: LabelledTurn[] = [];
  for (let index = 0; index < count; index += 1) {
    turns.push(...composeTemplate(drawTemplate(templates, random), sources, { spokenNumbers }));
  }
  const said = random.chance(runOnShare) ? runOn(turns, sources.words.get('joints') ?? [], random) : turns;
  return said.map((turn) => spoil(turn, noise, sources, random));
}

/** Share of dialogues in which what one speaker says in a row is one long turn. */
const runOnShare = 0.4;

function runOn(turns: readonly LabelledTurn[], joints: readonly string[], random: Random): LabelledTurn[] {
  const joined: LabelledTurn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (last === undefined || last.speaker !== turn.speaker) joined.push(turn);
    else {
      const gap = { text: random.chance(0.4) ? ' ' : ` ${random.pick(joints)} ` };
      const pieces = [...piecesOf(last), gap, ...piecesOf(turn)];
      joined[joined.length - 1] = { speaker: turn.speaker, ...joinPieces(pieces) };
    }
  }
  return joined;
}

const numberSlots = ['{MRN', '{ACCOUNT', '{DOB', '{PHONE', '{ADDRESS'];
const byTemplates = new WeakMap<readonly Template[], readonly (readonly Template[])[]>();

/** Names stand in most templates; every fourth or so is for one kind of number or address. */
function drawTemplate(templates: readonly Template[], random: Random): Template {
  if (!random.chance(0.23)) return byWeight(templates, random);
  const groups =
    byTemplates.get(templates) ??
    numberSlots
      .map((slot) => templates.filter(({ line }) => line.includes(slot)))
      .filter((group) => group.length > 0);
  byTemplates.set(templates, groups);
  return byWeight(random.pick(groups), random);
}

function byWeight(templates: readonly Template[], random: Random): Template {
  const heaviest = maxWeights.get(templates) ?? Math.max(...templates.map(({ weight }) => weight));
  maxWeights.set(templates, heaviest);
  const template = random.pick(templates);
  return random.chance(template.weight / heaviest) ? template : byWeight(templates, random);
}
const maxWeights = new WeakMap<readonly Template[], number>();

function composeTemplate(
  template: Template,
  { grammar, words, names, random, language }: Sources,
  style: SlotContext['style'],
): LabelledTurn[] {
  const fallback = random.chance(0.85) ? 'user' : 'assistant';
  return template.turns.map(({ speaker, nodes }) => {
    const pieces = expand(nodes, grammar, random).flatMap((part) =>
      'slot' in part ? fillSlot(part.slot, { random, names, style, words, language }) : [{ text: part.text }],
    );
    return { speaker: speaker ?? fallback, ...joinPieces(pieces) };
  });
}
