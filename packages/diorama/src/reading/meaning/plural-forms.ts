import { drawingOf } from '../../art.ts'
import { vocabularyOf } from '../vocabulary.ts'

// How a plural of a language ends, and what its singular may end with instead.
type Form = { ending: RegExp; singular: readonly string[] }

const FORMS: Readonly<Record<string, readonly Form[]>> = {
  it: [
    { ending: /i$/, singular: ['o', 'e', 'io'] },
    { ending: /(h)?e$/, singular: ['a'] },
    { ending: /hi$/, singular: ['o'] },
  ],
  nl: [
    { ending: /ien$/, singular: ['', 'ie'] },
    { ending: /en$/, singular: ['', 'e'] },
    { ending: /([bdfgklmnprst])\1en$/, singular: ['$1'] },
    { ending: /jes$/, singular: ['je', ''] },
    { ending: /s$/, singular: [''] },
  ],
  de: [
    { ending: /(en|n|e|er|s)$/, singular: ['', 'e'] },
    { ending: /chen$/, singular: [] },
  ],
  pl: [
    { ending: /(ow|ami|ach)$/, singular: ['', 'a', 'o'] },
    { ending: /(y|i)$/, singular: [''] },
    { ending: /(ie|e)$/, singular: ['', 'ia'] },
  ],
  ru: [
    { ending: /(ы|и)$/, singular: ['', 'а', 'я', 'ь', 'й', 'о'] },
    // Лодка is one, though лодке is known too: only neuters have their plural in these.
    { ending: /а$/, singular: ['о'] },
    { ending: /([цщ])а$/, singular: ['$1е'] },
    { ending: /(ол|ор|ь|и)я$/, singular: ['$1е'] },
    { ending: /(ов|ев|ей)$/, singular: ['', 'ь', 'й'] },
  ],
  ar: [
    { ending: /ات$/, singular: ['ة', ''] },
    { ending: /(ون|ين)$/, singular: [''] },
  ],
  hi: [
    { ending: /(ों|ें)$/, singular: ['', 'ा'] },
    { ending: /ियां$|ियों$/, singular: ['ी', 'ि'] },
    { ending: /े$/, singular: ['ा'] },
  ],
}

// Who stands with one of these before is one, whatever the ending looks like.
const SINGULAR: Readonly<Record<string, RegExp>> = {
  it: /^(un|una|uno|il|lo|la|l|del|della|dello|al|alla|nel|nella|sul|sulla|dal|dalla|ogni)$/,
  nl: /^(een|het|zijn|haar)$/,
  de: /^(ein|eine|einen|einem|einer|eines|der|dem|den|das|des|vom|zum|zur|am|im|beim|sein|seinen|seinem|seiner|ihr|ihren|ihrem|ihrer|jeder)$/,
  hi: /^(एक|उस|इस)$/,
  pl: /^(na|w|z|ze|do|od|bez|dla|po|o|przy|za|nad|pod|przed|obok|jeden|jedna)$/,
}

const IRREGULAR =
  /^(golebie|golebi|ludzie|dzieci|psy|konie|owce|gesi|koeien|schapen|kinderen|uomini|buoi|uova|manner|frauen|kinder|котята|котят|котятами|щенята|щенят|утята|утят|утятами|цыплята|цыплят|медвежата|медвежат|ягнята|ягнят|телята|телят|овец|овцы|детей|друзей|людей|братьев|листьев|деревьев|стульев)$/

const isSomebody = (meaning: string) =>
  meaning.startsWith('role:') || drawingOf(meaning)?.kind.startsWith('person') === true

type Found = {
  word: string
  meanings: readonly string[]
  before: readonly string[]
  language: string
  after?: string | undefined
}

// कुत्ते को: before what tells the case, one of them is written as several are.
const HINDI_CASE = /^(को|से|में|पर|ने|का|के|की|तक|वाला|वाली|वाले)$/
const isOblique = ({ word, language, after = '' }: Found) =>
  language === 'hi' && word.endsWith('े') && HINDI_CASE.test(after)

// "Einen roten Drachen": with an adjective between, only an article that is never one of several tells.
const SURELY_ONE = /^(ein|eine|einen|einem|einer|eines|dem|des|das|vom|zum|im|am)$/
const ADJECTIVE = /e[nrsm]?$/
// Cases of one look like several in Russian: only after a verb, an adjective of several or at the front they are told apart.
const AFTER_DEED = /(ые|ие|ых|их)$/

function isOne(around: readonly string[], language: string): boolean {
  const [first = '', last = first] = around
  if (language === 'ru') return !(around.length === 0 || AFTER_DEED.test(last) || last === 'и' || isDeed(last))
  if (SINGULAR[language]?.test(last)) return true
  return language === 'de' && around.length > 1 && ADJECTIVE.test(last) && SURELY_ONE.test(first)
}

// Сердце маленькой девочки, портрет девушки: what is of one woman is written as several of them are.
const HERS =
  /^(портрет\S*|фото\S*|сердц\S*|рук[аиу]|руках|рукой|голов[аыуе]|лиц[оае]|силуэт\S*|глаза|волосы|плать[ея]|комнат[аеу]|дом|кошк[аи]|собак[аи]|мам[аы]|отец|образ|фигур[аы]|колен\S*|плеч\S*|для|у|от|без|около|возле|вокруг|против|после)$/

/** Whether a Russian word that looks like several women is said of one, by the word before it. */
export const isOfHer = (word: string, before: string): boolean =>
  /^(девушки|девочки|женщины|подруги|сестры)$/.test(word) && (/(ой|ей)$/.test(before) || HERS.test(before))

function isDeed(word: string): boolean {
  const { exact, forms } = vocabularyOf('ru')
  const meanings = exact.get(word) ?? forms.get(word) ?? []
  return meanings.some((meaning) => /^(verb|craft|activity):/.test(meaning))
}

/**
 * Whether a word is a plural by its ending: a singular of the same meaning must be known (a Fischer is no number of Fische),
 * and no article before it may say that it is one.
 */
export function isPluralForm(found: Found): boolean {
  const { word, meanings, before, language } = found
  const forms = FORMS[language]
  if (!forms || word.length < 4 || isOne(before, language) || isOblique(found)) return false
  if (IRREGULAR.test(word)) return true
  // "Die Schüler": with the article of several or of her, and no form of hers.
  if (language === 'de' && before.at(-1) === 'die' && /[^i]er$/.test(word) && meanings.some(isSomebody)) return true
  const { exact } = vocabularyOf(language)
  return forms.some(({ ending, singular }) => {
    if (!ending.test(word)) return false
    return singular.some((end) => {
      const one = word.replace(ending, end)
      const known = one !== word && one.length > 2 ? (exact.get(one) ?? []) : []
      return known.some((meaning) => !meaning.startsWith('stop') && meanings.includes(meaning))
    })
  })
}
