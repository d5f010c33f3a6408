import type { Sense } from '../senses.ts'
import type { Sentence } from './sentence.ts'

// What is done to a part of somebody is another deed than the same done to a thing: who cuts hair has scissors.
const HAIR = /^(hair|haircut|pelo|cabello|cheveux|haare?|cabelos?|capelli|волосы|haar|wlosy|har|头发|髪|머리)$/
const CHEST = /^(heart|heartbeat|chest|lungs|corazon|coeur|herz|coracao|cuore|сердце)$/
const OF_PARTS: readonly [verb: RegExp, part: RegExp, craft: string][] = [
  [/^(cut|trim|cort|coup|schneid|tagli|knip|obcina|klipp)/, HAIR, 'cut-hair'],
  [/^(brush|comb|peina|cepill|coiff|brosse|burst|kamm|pente|escov|pettin|spazzol)/, HAIR, 'comb'],
  [/^(braid|plait|trenz|tress|flecht|flicht|tranc|intrecci|заплета)/, HAIR, 'braid'],
  // What is given without being a thing: a kiss, a bath, a ride on the back.
  [/^(giv|gave|dar|dand|da$|donn|gib|geb)/, /^(hug|embrace|abrazo|calin|umarmung)$/, 'embrace'],
  [/^(giv|gave|dar|dand|da$|donn|gib|geb)/, /^(kiss|beso|baiser|kuss|bacio|beijo)$/, 'kiss'],
  [/^(giv|gave)/, /^massage$/, 'massage'],
  [/^(giv|gave)/, /^bath$/, 'bathe'],
  [/^(giv|gave)/, /^(injection|vaccination|jab)$/, 'inject'],
  [/^(giv|gave)/, /^piggyback$/, 'piggyback'],
  [/^(giv|gave|do)/, /^(five|fives)$/, 'high-five'],
  [/^help/, /^up$/, 'help-up'],
  [/^(put|tuck|lay)/, /^bed$/, 'put-to-bed'],
  [/^(tie|tying|lac)/, /^(shoes?|shoelaces?|laces)$/, 'tie-shoe'],
  [/^paint/, /^(nails?|fingernails|toenails)$/, 'paint-nails'],
  [/^(wash|shampoo)/, HAIR, 'wash-hair'],
  [/^(trim|cut|shav)/, /^(beard|moustache|mustache)$/, 'shave'],
  [/^(listen|escuch|ecout|hor|ascolt|слуша)/, CHEST, 'listen'],
]

/** The work that a verb tells with a part of somebody that is named after it: "cutting a woman's hair". */
export function craftOnPart({ tokens }: Pick<Sentence, 'tokens'>, { text, end, clause }: Sense): string | undefined {
  const after = tokens.slice(end, end + 6).filter((token) => token.clause === clause)
  const found = OF_PARTS.find(([verb, part]) => verb.test(text) && after.some((token) => part.test(token.text)))
  return found?.[2]
}
