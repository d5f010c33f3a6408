import type { Sense } from '../senses.ts'
import type { Sentence } from './sentence.ts'

// What is done to a part of somebody is another deed than the same done to a thing: who cuts hair has scissors.
const HAIR =
  /^(hair|haircut|mane|beard|pelo|melena|criniere|mahne|juba|criniera|грива|гриву|cabello|cheveux|haare?|cabelos?|capelli|волосы|haar|wlosy|har|头发|髪|머리)$/
const CHEST = /^(heart|heartbeat|chest|lungs|corazon|coeur|herz|coracao|cuore|сердце)$/
const DISHES = /^(dishes|geschirr|teller|abwasch|vaisselle|platos|piatti|stoviglie|louca|pratos)$/
const GIVES = /^(giv|gave|dar|dand|da$|donn|gib|geb)/
const OF_PARTS: readonly [verb: RegExp, part: RegExp, craft: string][] = [
  [/^(cut|trim|cort|coup|schneid|tagli|knip|obcina|klipp)/, HAIR, 'cut-hair'],
  [/^(brush|comb|peina|cepill|coiff|brosse|burst|kamm|pente|escov|pettin|spazzol)/, HAIR, 'comb'],
  [/^(braid|plait|trenz|tress|flecht|flicht|tranc|intrecci|заплета)/, HAIR, 'braid'],
  // What is given without being a thing: a kiss, a bath, a ride on the back.
  [GIVES, /^(hug|embrace|abrazo|calin|umarmung|abbraccio|abraco)$/, 'embrace'],
  [GIVES, /^(kiss|beso|besito|baiser|bisou|kuss|bacio|beijo|kusschen|bacino|beijinho)$/, 'kiss'],
  [GIVES, /^(massage|massagen?|masaje|massaggio|massagem)$/, 'massage'],
  [GIVES, /^(bath|bano|bagno|banho|bain)$/, 'bathe'],
  [GIVES, /^(flasche|biberon|mamadeira|biberao|flaschchen|mamadera|teterao)$/, 'bottle-feed'],
  [/^(brush|clean|putz|cepill|lav|escov|bross)/, /^(teeth|zahne|dientes|dents|denti|dentes)$/, 'brush-teeth'],
  [/^(wash|spul|wasch|lav|freg|friega|trockne)/, DISHES, 'wash-dishes'],
  [/^(mach|stell)/, /^(heiratsantrag|antrag)$/, 'propose'],
  [/^(demand|pid|pedi|pede|chied)/, /^(mariage|matrimonio|casamento|sposa|mano)$/, 'propose'],
  [/^(mow|cut|tond|cort|tagli|mah|apar)/, /^(lawn|cesped|pelouse|gazon|rasen|grama|relva|prato)$/, 'mow'],
  [/^(brin|bring|met|acuest|acost|couch|deit|put)/, /^(bett|letto|lit|cama)$/, 'put-to-bed'],
  [
    GIVES,
    /^(injection|vaccination|jab|spritze|impfung|piqure|inyeccion|iniezione|injecao|vacuna|vaccino|vacina)$/,
    'inject',
  ],
  [/^(giv|gave|trag|nimm|port|llev|carg|carreg)/, /^(piggyback|huckepack)$/, 'piggyback'],
  [/^(giv|gave|do)/, /^(five|fives)$/, 'high-five'],
  [/^help/, /^up$/, 'help-up'],
  [/^(put|tuck|lay)/, /^bed$/, 'put-to-bed'],
  [
    /^(tie|tying|lac|bind|schnur|at|nou|noue|allacc|amarr)/,
    /^(shoes?|shoelaces?|laces|schuhe?|schnursenkel|cordones|zapatos|lacets|scarpe|lacci|cadarcos?|sapatos)$/,
    'tie-shoe',
  ],
  [
    /^(paint|pint|lackier|vern|peint|dipin)/,
    /^(nails?|fingernails|toenails|unas|nagel|fingernagel|ongles|unghie|unhas)$/,
    'paint-nails',
  ],
  [/^(wash|shampoo|wasch|lav)/, HAIR, 'wash-hair'],
  [
    /^(trim|cut|shav|stutz|schneid|rasier|recort|afeit|taill|ras|rad|apar|barb|tagli)/,
    /^(beard|moustache|mustache|bart|schnurrbart|barba|bigote|barbe|moustache|baffi|bigode)$/,
    'shave',
  ],
  [/^(listen|escuch|ecout|hor|ascolt|слуша)/, CHEST, 'listen'],
]

/** The work that a verb tells with a part of somebody that is named after it: "cutting a woman's hair". */
export function craftOnPart({ tokens }: Pick<Sentence, 'tokens'>, { text, end, clause }: Sense): string | undefined {
  const after = tokens.slice(end, end + 6).filter((token) => token.clause === clause)
  const found = OF_PARTS.find(([verb, part]) => verb.test(text) && after.some((token) => part.test(token.text)))
  return found?.[2]
}
