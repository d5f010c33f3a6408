// Light inflection only: both the tables and the prompt go through the same rule, so what matters is that forms of one
// word meet, not that the stem is a word. Anything stronger makes bowling of a bowl.
type Rule = { endings: readonly string[]; least: number }

const rule = (endings: string, least: number): Rule => ({
  endings: endings.split(' ').sort((a, b) => b.length - a.length),
  least,
})

const RULES: Record<string, Rule> = {
  es: rule('s es', 3),
  pt: rule('s es', 3),
  it: rule('i e a o hi he', 3),
  fr: rule('s x e es', 3),
  de: rule('e en er es em n s ern', 3),
  nl: rule('en s e n', 3),
  da: rule('en et er e erne ene s n', 3),
  nb: rule('en et er e ene a s n', 3),
  sv: rule('en et ar er or arna erna orna n t a e s', 3),
  ru: rule(
    'иями ями ами ого его ому ему ыми ими ях ах ов ев ей ой ый ий ая яя ое ее ые ие ую юю ом ем ам ям а я о е и ы у ю ь й',
    2,
  ),
  uk: rule('ями ами ого ому ими ях ах ів їв ей ою ий ій а я о е и і ї у ю ь й ом ем ам ям ові еві', 2),
  pl: rule('ami ach ow om em ie ego emu ymi imi ych ich a e i y o u', 3),
  hu: rule('ban ben nak nek on en ok ek ak ot et at t k ra re val vel ba be bol rol', 3),
  fi: rule('ssa sta lla lta lle ksi iin an en in t a n ia issa illa', 3),
  et: rule('s st l lt le d ga ks a i u e', 3),
  lt: rule('as is us ys a e ai iai os es oje eje yje u o io ui ei', 3),
  tr: rule(
    'lar ler lari leri larin lerin larda lerde da de ta te dan den tan ten in un i u a e ya ye yi nin nun si su im nda nde sinda sinde sini sinin sine sina',
    2,
  ),
  id: rule('nya', 3),
  ms: rule('nya', 3),
  hi: rule('ों ें ा े ी ि ो ं याँ ियाँ ियों ँ', 2),
  bn: rule('র ের টি টা গুলি গুলো তে এ ে', 2),
}

const PARTICLES = rule(
  '하는 하고 하며 한 있는 에서는 에서 에는 으로 에게 까지 부터 처럼 들이 들은 들을 들의 들과 들 은 는 이 가 을 를 의 에 와 과 도 로 만 이랑 랑 한테',
  1,
)
const ARABIC_PREFIX = /^(?:وال|بال|كال|فال|لل|ال|و|ب|ل|ف)(?=[\u0600-\u06ff]{3})/
const ARABIC_SUFFIX = /(?:ات|ون|ين|ان|ة|ه|ها|ا)$/
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
  const bare = word.replace(ARABIC_PREFIX, '')
  const short = bare.replace(ARABIC_SUFFIX, '')
  return short.length >= 2 ? short : bare
}

/** The common part of a word's forms in one language. */
export function stem(word: string, language: string): string {
  if (language === 'en') return english(word)
  if (language === 'ko') return cut(cut(word, PARTICLES), PARTICLES)
  if (language === 'ar') return arabic(word)
  const found = RULES[language]
  return found && word.length > 2 ? cut(word, found) : word
}
