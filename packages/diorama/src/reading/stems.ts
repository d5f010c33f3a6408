import { LANGUAGES } from './languages.ts'

// Light inflection only: both the tables and the prompt go through the same rule, so what matters is that forms of one
// word meet, not that the stem is a word. Anything stronger makes bowling of a bowl.
type Rule = { endings: readonly string[]; least: number }

const rule = (endings: string, least: number): Rule => ({
  endings: endings.split(' ').sort((a, b) => b.length - a.length),
  least,
})

// By language, each sorted once: the longest ending first.
const rules = new Map<string, Rule>()
for (const [language, { endings }] of LANGUAGES) if (endings) rules.set(language, rule(endings.list, endings.least))

const PARTICLES = rule(
  '하는 하고 하며 한 있는 에서는 에서 에는 으로 에게 까지 부터 처럼 들이 들은 들을 들의 들과 들 은 는 이 가 을 를 의 에 와 과 도 로 만 이랑 랑 한테',
  1,
)
// What else is written at the front of a word is cut off as a word of its own: see `arabic-prefixes.ts`.
const ARABIC_ARTICLE = /^ال(?=[\u0600-\u06ff]{2})/
// "Her net": the ending of the noun itself is written otherwise before it says whose it is.
const ARABIC_WHOSE = /(?<=[\u0600-\u06ff]{3})(?:ته|تها|تهم|تهن|تي|يه|يها)$|(?<=[\u0600-\u06ff]{2})(?:ها|هم|هن)$/
const ARABIC_SUFFIX = /(?:تين|تان|ات|ون|ين|ان|ة|ه|ا)$/
const ENGLISH_KEPT =
  /(?:ss|us|is|ous|news|lens|bus|gas|canvas|atlas|christmas|paris|glass|chess|dress|cactus|octopus|lotus)$/

function cut(word: string, { endings, least }: Rule): string {
  const ending = endings.find((end) => word.endsWith(end) && word.length - end.length >= least)
  return ending === undefined ? word : word.slice(0, -ending.length)
}

function english(word: string): string {
  if (word.length < 4 || ENGLISH_KEPT.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|z|ss|o)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

function arabic(word: string): string {
  const bare = word.replace(ARABIC_ARTICLE, '').replace(ARABIC_WHOSE, '')
  const short = bare.replace(ARABIC_SUFFIX, '')
  return short.length >= 2 ? short : bare
}

// Plurals that change more than their end: pães is of pão, animais of animal, luces of luz, chevaux of cheval.
const CHANGED: Readonly<Record<string, readonly [plural: RegExp, singular: string][]>> = {
  pt: [
    [/(?<=..)[oa]es$/, 'ao'],
    [/(?<=...)([aeou])is$/, '$1l'],
    [/(?<=...)ns$/, 'm'],
  ],
  es: [[/(?<=..)ces$/, 'z']],
  fr: [[/(?<=[^e])aux$/, 'al']],
}

const asSingular = (word: string, language: string) =>
  (CHANGED[language] ?? []).reduce((form, [plural, singular]) => form.replace(plural, singular), word)

// Девочек is of девочка, овец of овца, друзей of друзья: the vowel comes and goes, and so does the soft sign.
const russian = (short: string) =>
  short.replace(/(?<=..)[ьй]$/, '').replace(/(?<=[^аеиоуыэюя].?[^аеиоуыэюя]|[аеиоуыэюя][^аеиоуыэюя])[ео]([кцн])$/, '$1')

/** The common part of a word's forms in one language. */
export function stem(word: string, language: string): string {
  if (language === 'en') return english(word)
  if (language === 'ko') return cut(cut(word, PARTICLES), PARTICLES)
  if (language === 'ar') return arabic(word)
  const found = rules.get(language)
  const short = found && word.length > 2 ? cut(asSingular(word, language), found) : word
  if (language === 'ru') return russian(short)
  // Jaskinia, jaskini: the soft sign of a Polish stem is part of some endings only.
  return language === 'pl' && short.length > 4 && short.endsWith('i') ? short.slice(0, -1) : short
}
