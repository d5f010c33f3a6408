import { drawingOf } from '../../art.ts'

/** The same drawing as a woman, where there is one. */
export function asWoman(art: string): string {
  const bare = art.replace(/^(man|person)-/, '')
  const wanted = /^(person|man|old-man)$/.test(art) ? 'woman' : `woman-${bare}`
  return drawingOf(wanted)?.id ?? art
}

// Words that say of whoever is named next, or of whom they end, that it is a woman.
const FEMALE_BEFORE =
  /^(female|una|une|uma|eine|einer|woman|lady|girl|her|mujer|femme|mulher|donna|女|여자|여성|женщина|kvinnlig|vrouwelijke|weibliche|junge)$/
const FEMALE_WORD: Readonly<Record<string, RegExp>> = {
  en: /(woman|women|[^gn]ess|esses|girl|lady|maid|wife|bride|nun|nuns|nurse)$/,
  es: /(ora|era|ica|ina|esa|ada|ona|oga|iga|aria|riz)s?$/,
  pt: /(ora|eira|ica|inha|esa|ada|oga|iga|aria|triz)s?$/,
  fr: /(euse|trice|iere|ere|ienne|enne|esse|ante|ice|ouse)s?$/,
  it: /(trice|iera|aia|essa|tora|ica|ola|oga|aria|ina)$/,
  de: /(in|innen|frau|madchen|dame)$/,
  nl: /(ster|in|es|vrouw)$/,
  sv: /(ska|inna|kvinna)$/,
  pl: /(ka|yni|ni|ca|wa)$/,
  ru: /(ница|щица|чица|ка|ша|тельница|иха)$/,
  zh: /(护士|女.*|修女|姑娘)$/,
  ja: /(看護師|看護婦|女優|女.*|シスター|尼)$/,
  ar: /(ة|ة فضاء|ات)$/,
  hi: /(नर्स|िका|नर्तकी|वाली|मालकिन|मछुआरिन|पुजारिन|ारिन|डॉक्टरनी)$/,
}
// In every language a bride is a woman, whatever her word ends with.
const BRIDE = /^(brides?|braut|braute|mariees?|novias?|spos[ae]|noivas?|невест[а-я]+|新娘|花嫁|新婦|(ال)?عروس|दुल्हन)$/
const EPICENE =
  /(ista|istas|iste|iste|eta|nauta|colega|atleta|guida|guia|collega|kierowca|sprzedawca|بحارة|بحاره|قراصنة|اخوة)$/

/** Whether a word for somebody means a woman, by its form or by the word before it. */
export function isFemale(word: string, before: string, language: string): boolean {
  if (FEMALE_BEFORE.test(before) && !(language === 'de' && before === 'junge')) return true
  return BRIDE.test(word) || (!EPICENE.test(word) && FEMALE_WORD[language]?.test(word) === true)
}
