import { isSeveral } from './people/plurals.ts'
import { stem } from './stems.ts'
import type { Token } from './tokens.ts'

const IRREGULAR =
  /^(men|women|children|people|cattle|oxen|mice|geese|wolves|kids|twins|sheep|reindeer|cacti|elves|dwarves)$/
// Words that end like a plural and are none.
const SINGULAR =
  /^(souris|ananas|tapis|cactus|lotus|autobus|corps|palais|marais|virus|tennis|brebis|chamois|lapis|onibus)$/
// One pair is one thing, and so is what only ends like several.
const PAIRS =
  /^(mars|venus|uranus|virus|thermos|ankylosaurus|eyeglasses|maracas|chopsticks|triceratops|cyclops|pegasus|churros|nachos|couscous|hummus|molasses|glasses|sunglasses|scissors|jeans|trousers|pants|shorts|goggles|binoculars|headphones|tongs|pajamas|pyjamas|overalls|socks|stockings|tights|mittens|gloves|leggings)$/

/** Whether the form of a word says that there are several. */
export function isPlural(tokens: readonly Token[], after: readonly Token[], language = 'en'): boolean {
  const last = tokens.at(-1)?.text ?? ''
  if (language === 'en' && PAIRS.test(last)) return false
  if (language === 'en') return IRREGULAR.test(last) || (stem(last, 'en') !== last && last.endsWith('s'))
  return isSeveral(tokens, after, language) || endsInS(tokens[0]?.text ?? '', language)
}

const endsInS = (head: string, language: string) =>
  (/^(es|pt|fr)$/.test(language) && head.length > 4 && /[^s]s$/.test(head) && !SINGULAR.test(head)) ||
  // Seaux, chevaux, genoux.
  (language === 'fr' && head.length > 4 && /(e?aux|noux|eux)$/.test(head) && !/^(vieux|heureux)$/.test(head))
