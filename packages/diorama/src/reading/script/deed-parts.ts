import type { Token } from '../tokens.ts'
import type { Sense } from '../senses.ts'

// What is done to a part of somebody is another deed than the same done to a thing: who cuts hair has scissors.
const HAIR =
  /^(hair|haircut|mane|beard|pelo|cabello|cheveux|haare?|cabelos?|capelli|волосы|haar|wlosy|har|头发|髪|머리)$/
const GIVES = /^(giv|gave|dar|dand|da$|donn|gib|geb)/
const OF_PARTS: readonly [verb: RegExp, part: RegExp, craft: string][] = [
  [/^(cut|trim|cort|coup|schneid|tagli|knip|obcina|klipp)/, HAIR, 'cut-hair'],
  [/^(brush|comb|peina|cepill|coiff|brosse|burst|kamm|pente|escov|pettin|spazzol)/, HAIR, 'comb'],
  [/^(braid|plait|trenz|tress|flecht|flicht|tranc|intrecci|заплета)/, HAIR, 'braid'],
  [/^(wash|shampoo|wasch|lav)/, HAIR, 'wash-hair'],
  // What is given without being a thing: a kiss, a bath.
  [GIVES, /^(hug|embrace|abrazo|calin|umarmung|abbraccio|abraco)$/, 'embrace'],
  [GIVES, /^(kiss|beso|besito|baiser|bisou|kuss|bacio|beijo)$/, 'kiss'],
  [GIVES, /^(massage|massagen?|masaje|massaggio|massagem)$/, 'massage'],
  [GIVES, /^(bath|bano|bagno|banho|bain)$/, 'bathe'],
  [/^(brush|clean|putz|cepill|lav|escov|bross)/, /^(teeth|zahne|dientes|dents|denti|dentes)$/, 'brush-teeth'],
  [/^(mow|cut|tond|cort|tagli|mah|apar)/, /^(lawn|cesped|pelouse|gazon|rasen|grama|relva|prato)$/, 'mow'],
  [/^(brin|bring|met|acuest|acost|couch|deit|put|tuck|lay)/, /^(bed|bett|letto|lit|cama)$/, 'put-to-bed'],
]

/** The work that a verb tells with a part of somebody that is named after it: "cutting a woman's hair". */
export function craftOnPart(
  { tokens }: { tokens: readonly Token[] },
  { text, end, clause }: Sense,
): string | undefined {
  const after = tokens.slice(end, end + 6).filter((token) => token.clause === clause)
  return OF_PARTS.find(([verb, part]) => verb.test(text) && after.some((token) => part.test(token.text)))?.[2]
}
