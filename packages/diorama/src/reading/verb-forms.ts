// A verb of a word file is given as `~jugar/juega`: its dictionary form and, where that does not tell them, further forms.
// What is made of it are the forms that a prompt has: who does it now, one or several, doing it, and to do it; and what
// they did, as far as that follows from the verb.

type Make = (forms: readonly string[]) => string[]

const cutEnd = (word: string, letters: number) => word.slice(0, -letters)

// "Lavándose", "abbracciandolo": whom it is done to is written at the end of the form.
const withPronoun = (form: string, pronouns: string) => pronouns.split(' ').map((pronoun) => `${form}${pronoun}`)

// ~jugar/juega/jugando: he plays, they play, playing.
const spanish: Make = ([verb = '', one, doing]) => {
  const [root, sort] = [cutEnd(verb, 2), verb.at(-2)]
  const he = one ?? `${root}${sort === 'a' ? 'a' : 'e'}`
  const did = sort === 'a' ? ['ó', 'aron', 'aba', 'aban'] : ['ió', 'ieron', 'ía', 'ían']
  const past = did.map((end) => `${root}${end}`)
  const self = doing ?? `${root}${sort === 'a' ? 'ando' : 'iendo'}`
  return [he, `${he}n`, self, verb, ...past, ...withPronoun(self, 'se le lo la les los las'), `${verb}se`]
}

const portuguese: Make = ([verb = '', one, doing]) => {
  const [root, sort = 'a'] = [cutEnd(verb, 2), verb.at(-2)]
  const he = one ?? `${root}${sort === 'a' ? 'a' : 'e'}`
  const they = he.endsWith('a') ? `${he}m` : he.endsWith('z') ? `${he}em` : `${he.replace(/e$/, '')}em`
  const was = sort === 'a' ? ['ou', 'aram', 'ava', 'avam'] : [`${sort}u`, `${sort}ram`, 'ia', 'iam']
  const past = was.map((end) => `${root}${end}`)
  return [he, they, doing ?? `${root}${sort}ndo`, `a ${verb}`, verb, `${verb}em`, ...past]
}

// ~pulire/pulisce: the three letters of the infinitive go, those of "he" stay.
const italian: Make = ([verb = '', one, doing]) => {
  const [root, sort = 'a'] = [cutEnd(verb, 3), verb.at(-3)]
  const he = one ?? `${root}${sort === 'a' ? 'a' : 'e'}`
  const they = he.endsWith('a') ? `${he}no` : `${he.replace(/e$/, '')}ono`
  const last = { a: 'ò', e: 'é', i: 'ì' }[sort] ?? 'ò'
  const past = [last, `${sort}rono`, `${sort}va`, `${sort}vano`].map((end) => `${root}${end}`)
  const self = doing ?? `${root}${sort === 'a' ? 'ando' : 'endo'}`
  return [he, they, self, verb, ...past, ...withPronoun(self, 'si lo la gli le li'), `${cutEnd(verb, 1)}si`]
}

// ~tenir/tient/tiennent/tenant; those in -er need nothing more.
const french: Make = ([verb = '', one, they, doing]) => {
  const root = cutEnd(verb, 2)
  const he = one ?? `${root}e`
  const several = they ?? (he.endsWith('e') ? `${he}nt` : `${root}ent`)
  const self = doing ?? `${root}${root.endsWith('g') ? 'eant' : 'ant'}`
  const was = `${cutEnd(self, 3)}ai`
  const done = verb.endsWith('er') ? [`a ${root}é`, `ont ${root}é`] : []
  return [he, several, self, verb, `${was}t`, `${was}ent`, ...done]
}

// ~halten/hält/hielt: also as it describes a noun, "ein haltender".
const german: Make = ([verb = '', one, did]) => {
  const root = verb.replace(/e?n$/, '')
  const he = one ?? `${root}${/[td]$|[^lrhaeiou][mn]$/.test(root) ? 'et' : 't'}`
  // Who does it by another vowel did it by a third one, which must be given.
  const weak = one === undefined || one === `${root}t` ? `${cutEnd(he, 1)}te` : undefined
  const was = did ?? weak
  const past = was === undefined ? [] : [was, did === undefined ? `${was}n` : `${did}en`]
  return [he, verb, ...['', 'e', 'er', 'es', 'en', 'em'].map((end) => `${verb}d${end}`), ...past]
}

const RUSSIAN_ADJECTIVE = 'ий ая ее ие его ей ую им их ими ем'.split(' ')

// ~держит, ~несёт, ~катается: from "he does" the others follow.
const russian: Make = ([given = '', they]) => {
  const back = given.endsWith('ся') ? 'ся' : ''
  const he = given.slice(0, given.length - back.length)
  const root = cutEnd(he, 2)
  const hard = /[жшчщ]$/.test(root)
  const [many, self] = he.endsWith('ит')
    ? hard
      ? ['ат', 'а']
      : ['ят', 'я']
    : /[аеиоуыэюяё]$/.test(root)
      ? ['ют', 'я']
      : ['ут', hard ? 'а' : 'я']
  const plural = they ?? `${root}${many}`
  const doing = `${cutEnd(plural, 1)}щ`
  const gerund = `${cutEnd(plural, 2)}${self}${back && 'сь'}`
  const now = [given, `${plural}${back}`, gerund, ...RUSSIAN_ADJECTIVE.map((end) => `${doing}${end}${back}`)]
  return [...now, ...russianPast(he, back)]
}

// Обнимает, обнимал, обнимать; сидит and несёт do not tell, and are given where they are common.
function russianPast(he: string, back: string): string[] {
  const [, start, vowel] = /^(.+)([аяе])ет$/.exec(he) ?? /^(.+)(у)ет$/.exec(he) ?? /^(.+)(и)т$/.exec(he) ?? []
  if (start === undefined || vowel === undefined) return []
  const root = vowel === 'у' ? `${start}ова` : `${start}${vowel}`
  const self = back && 'сь'
  return [`${root}л${back}`, `${root}ла${self}`, `${root}ли${self}`, `${root}ть${back}`]
}

const HINDI_AFTER = ['रहा', 'रही', 'रहे']
const HINDI_ENDINGS = ['ता', 'ती', 'ते', 'कर', 'ने', 'ना']

// ~पढ़: the root, with what tells who does it.
const hindi: Make = ([root = '']) => [
  ...HINDI_AFTER.map((after) => `${root} ${after}`),
  ...HINDI_ENDINGS.map((end) => `${root}${end}`),
  // उठाए, पकड़े हुए: with something lifted, or held.
  ...(root.endsWith('ा') ? [`${root}ए`, `${root}ए हुए`] : ['े हुए', 'ा हुआ', 'ी हुई'].map((end) => `${root}${end}`)),
]

// ~يحمل: he, she, and both and several of them.
const arabic: Make = ([he = '']) => {
  const rest = he.slice(1)
  const short = rest.replace(/[يىا]$/, '')
  const two = rest.replace(/ى$/, 'ي')
  // What one of them did is often a noun as well: كتب is wrote and books.
  const did = short.length > 2 ? [`${short}ت`, `${short}وا`] : []
  return [he, `ت${rest}`, `ي${short}ون`, `ي${two}ان`, `ت${two}ان`, `ي${short}ن`, ...did]
}

const TE: Readonly<Record<string, string>> = {
  う: 'って',
  つ: 'って',
  る: 'て',
  む: 'んで',
  ぶ: 'んで',
  ぬ: 'んで',
  く: 'いて',
  ぐ: 'いで',
  す: 'して',
}
const STEM: Readonly<Record<string, string>> = {
  う: 'い',
  つ: 'ち',
  る: '',
  む: 'み',
  ぶ: 'び',
  ぬ: 'に',
  く: 'き',
  ぐ: 'ぎ',
  す: 'し',
}

// ~読む, ~座る/座って: what ends in る is taken to lose it, unless its own form is given.
const japanese: Make = ([verb = '', given]) => {
  if (verb.endsWith('する')) {
    const noun = cutEnd(verb, 2)
    return [
      verb,
      ...['して', 'した', 'をする', 'をして', 'をした', '中の', 'します', 'しながら'].map((end) => `${noun}${end}`),
    ]
  }
  const last = verb.at(-1) ?? ''
  const doing = given ?? `${cutEnd(verb, 1)}${TE[last] ?? ''}`
  const done = doing.replace(/て$/, 'た').replace(/で$/, 'だ')
  const stem = given !== undefined && last === 'る' ? `${cutEnd(verb, 1)}り` : `${cutEnd(verb, 1)}${STEM[last] ?? ''}`
  return [verb, doing, done, `${stem}ます`, `${stem}ながら`]
}

const chinese: Make = ([verb = '']) => [verb, `${verb}着`, `正在${verb}`]

const MAKE: Readonly<Record<string, Make>> = {
  es: spanish,
  pt: portuguese,
  it: italian,
  fr: french,
  de: german,
  ru: russian,
  hi: hindi,
  ar: arabic,
  ja: japanese,
  zh: chinese,
}

/** All forms of a verb that a prompt may have, from how a word file gives it. */
export function verbForms(given: string, language: string): string[] {
  const forms = given.split('/').map((form) => form.trim())
  // "Sacar fotos": what follows the verb follows each of its forms.
  const [first = '', ...rest] = forms
  const space = /^(es|pt|it|fr|de|ru|ar)$/.test(language) ? first.indexOf(' ') : -1
  if (space < 0) return [...new Set(MAKE[language]?.(forms) ?? forms)]
  // "Zähne putzen": the verb comes last, and what it is done to before or after its forms.
  const last = first.lastIndexOf(' ')
  if (language === 'de' && /^\p{Ll}{3,}n$/u.test(first.slice(last + 1))) {
    const object = first.slice(0, last)
    return verbForms([first.slice(last + 1), ...rest].join('/'), 'de').flatMap((form) => [
      `${form} ${object}`,
      `${object} ${form}`,
    ])
  }
  const tail = first.slice(space)
  return verbForms([first.slice(0, space), ...rest].join('/'), language).map((form) => `${form}${tail}`)
}

const ARTICLES: Readonly<Record<string, RegExp>> = {
  es: /^(un|una|unos|unas|el|la|los|las|su|sus)$/,
  fr: /^(un|une|des|le|la|les|l|son|sa|ses)$/,
  pt: /^(um|uma|o|a|os|as|seu|sua|seus|suas)$/,
  it: /^(un|una|uno|il|lo|la|i|gli|le|l)$/,
  de: /^(ein|eine|einen|einem|einer|den|das|die|dem|seinen|seine|ihren|ihre|ihr|sein)$/,
}

/** A verb's form that is a noun as well is a verb before an article: "planta un", "cocina la". */
export const isArticle = (word: string, language: string): boolean => ARTICLES[language]?.test(word) === true
