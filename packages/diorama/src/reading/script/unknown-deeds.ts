import type { Sense } from '../senses.ts'
import { isLiving, type Thing } from '../things.ts'
import type { Sentence, Word } from './sentence.ts'

const NO_DEED =
  /^(having|wearing|morning|evening|king|ring|wing|thing|something|spring|string|building|painting|lighting|trending|amazing|stunning|interesting|charming|during|ceiling|clothing|wedding|darling|glowing|rendering|shading|breathtaking|surrounding|matching|flowing|shining|looking|standing|outstanding)$/
const BEFORE_OBJECT: Readonly<Record<string, RegExp>> = {
  en: /^(a|an|the|his|her|its|their|some|two|three|four|five)$/,
  es: /^(un|una|el|la|los|las|su|sus|dos|tres|al)$/,
  fr: /^(un|une|le|la|les|l|des|du|son|sa|ses|deux|trois)$/,
  it: /^(un|una|uno|il|lo|la|i|gli|le|l|due|tre)$/,
  pt: /^(um|uma|o|a|os|as|seu|sua|dois|duas|tres)$/,
  de: /^(ein|eine|einen|einem|einer|den|das|die|seinen|seine|ihren|ihre|zwei|drei)$/,
  nl: /^(een|de|het|zijn|haar|twee|drie)$/,
}
const SMALL =
  /^(aus|von|vom|zum|bei|durch|uit|van|door|naar|dans|par|pour|per|por|hors|desde|dal|dalla|y|e|et|und|en|con|avec|mit|com|met|de|di|da|of|in|im|an|auf|sur|su|sobre|na|no|ne|que|qui|che|who)$/

/** What stands where in the languages of Europe a verb stands: right after somebody, and before an article. */
export function standsAsVerb(
  sense: Pick<Sense, 'at' | 'end' | 'kind'>,
  sentence: Pick<Sentence, 'tokens' | 'language'>,
  doer: Thing,
): boolean {
  const { tokens, language } = sentence
  if (language === 'en' || sense.end - sense.at > 1 || doer.sense.end !== sense.at) return false
  const [word, next] = [tokens[sense.at], tokens[sense.end]]
  if (!word || word.clause !== next?.clause || SMALL.test(word.text)) return false
  return BEFORE_OBJECT[language]?.test(next.text) === true
}

const covers =
  (at: number) =>
  ({ at: from, end }: Pick<Sense, 'at' | 'end'>) =>
    from <= at && at < end

// Who stands right before a word, if it is somebody.
function doerBefore({ entities }: Sentence, words: readonly Word[], at: number): Thing | undefined {
  const noun = words.findLast((word) => word.is === 'noun' && word.sense.end <= at && at - word.sense.end <= 1)
  const thing = noun?.is === 'noun' ? entities[noun.entity] : undefined
  return thing && isLiving(thing) ? thing : undefined
}

// "Two nuns ring a bell": of several it is told without an ending.
const isOfSeveral = (doer: Thing, { at, text }: Sense) =>
  doer.sense.plural && doer.sense.end === at && /^[a-z]{3,}$/.test(text) && !SMALL.test(text)

const DOING = /^[a-z]{2,}(ing|[^s]s)$/
const PARTICLE = /^(up|down|off|out|over|away|back|at|to|with|for|after)$/

function isEnglishDeed({ tokens, senses, entities }: Sentence, sense: Sense, doer: Thing): boolean {
  const { at, text } = sense
  const beforeObject = (next: number) => BEFORE_OBJECT.en?.test(tokens[next]?.text ?? '') === true
  if (isOfSeveral(doer, sense) && !senses.some(covers(at))) return beforeObject(at + 1)
  if (!DOING.test(text) || NO_DEED.test(text)) return false
  // "Starfish, curious seals": what comes after a comma and says nothing of doing begins something new.
  if (!text.endsWith('ing') && (text.endsWith('ous') || doer.sense.clause !== sense.clause)) return false
  if (senses.some((one) => one.kind === 'art' && covers(at)(one))) return false
  // "Zips up her coat": with a small word between.
  const next = PARTICLE.test(tokens[at + 1]?.text ?? '') ? at + 2 : at + 1
  return entities.some((thing) => thing.sense.at === next) || beforeObject(next)
}

/** Words in no table, between somebody and a thing: "dropping a key" is something done to the key. */
export function unknownDeeds(sentence: Sentence, words: readonly Word[]): Word[] {
  const { tokens, senses, entities, language } = sentence
  return tokens.flatMap(({ text, clause }, at): Word[] => {
    const sense = { at, end: at + 1, clause, text, kind: 'verb', value: 'handle', strength: 3, plural: false } as Sense
    const known = senses.some((one) => !/^(stop|art)$/.test(one.kind) && covers(at)(one))
    const doer = known || entities.some((thing) => thing.sense.at === at) ? undefined : doerBefore(sentence, words, at)
    if (!doer) return []
    const isDeed =
      language === 'en' ? isEnglishDeed(sentence, sense, doer) : text.length > 2 && standsAsVerb(sense, sentence, doer)
    return isDeed ? [{ is: 'verb', verb: 'handle', sense }] : []
  })
}
