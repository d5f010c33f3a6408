// A verb of a word file is given as `~jugar/juega`: its dictionary form and, where that does not tell them, further forms.
// What is made of it are the forms that a prompt has: who does it now, one or several, and doing it. Nobody describes a
// picture in the past.

type Make = (forms: readonly string[]) => string[]

const cutEnd = (word: string, letters: number) => word.slice(0, -letters)

// ~jugar/juega/jugando: he plays, they play, playing.
const spanish: Make = ([verb = '', one, doing]) => {
  const [root, sort] = [cutEnd(verb, 2), verb.at(-2)]
  const he = one ?? `${root}${sort === 'a' ? 'a' : 'e'}`
  return [he, `${he}n`, doing ?? `${root}${sort === 'a' ? 'ando' : 'iendo'}`]
}

const portuguese: Make = ([verb = '', one, doing]) => {
  const [root, sort = 'a'] = [cutEnd(verb, 2), verb.at(-2)]
  const he = one ?? `${root}${sort === 'a' ? 'a' : 'e'}`
  const they = he.endsWith('a') ? `${he}m` : he.endsWith('z') ? `${he}em` : `${he.replace(/e$/, '')}em`
  return [he, they, doing ?? `${root}${sort}ndo`, `a ${verb}`]
}

// ~pulire/pulisce: the three letters of the infinitive go, those of "he" stay.
const italian: Make = ([verb = '', one, doing]) => {
  const [root, sort] = [cutEnd(verb, 3), verb.at(-3)]
  const he = one ?? `${root}${sort === 'a' ? 'a' : 'e'}`
  const they = he.endsWith('a') ? `${he}no` : `${he.replace(/e$/, '')}ono`
  return [he, they, doing ?? `${root}${sort === 'a' ? 'ando' : 'endo'}`]
}

// ~tenir/tient/tiennent/tenant; those in -er need nothing more.
const french: Make = ([verb = '', one, they, doing]) => {
  const root = cutEnd(verb, 2)
  const he = one ?? `${root}e`
  return [
    he,
    they ?? (he.endsWith('e') ? `${he}nt` : `${root}ent`),
    doing ?? `${root}${root.endsWith('g') ? 'eant' : 'ant'}`,
  ]
}

// ~halten/hält: also as it describes a noun, "ein haltender".
const german: Make = ([verb = '', one]) => {
  const root = verb.replace(/e?n$/, '')
  const he = one ?? `${root}${/[td]$|[^lrhaeiou][mn]$/.test(root) ? 'et' : 't'}`
  return [he, verb, ...['', 'e', 'er', 'es', 'en'].map((end) => `${verb}d${end}`)]
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
  return [given, `${plural}${back}`, gerund, ...RUSSIAN_ADJECTIVE.map((end) => `${doing}${end}${back}`)]
}

const HINDI_AFTER = ['रहा', 'रही', 'रहे']
const HINDI_ENDINGS = ['ता', 'ती', 'ते', 'कर', 'ने', 'ना']

// ~पढ़: the root, with what tells who does it.
const hindi: Make = ([root = '']) => [
  ...HINDI_AFTER.map((after) => `${root} ${after}`),
  ...HINDI_ENDINGS.map((end) => `${root}${end}`),
]

// ~يحمل: he, she, and both and several of them.
const arabic: Make = ([he = '']) => {
  const rest = he.slice(1)
  const short = rest.replace(/[يىا]$/, '')
  const two = rest.replace(/ى$/, 'ي')
  return [he, `ت${rest}`, `ي${short}ون`, `ي${two}ان`, `ت${two}ان`, `ي${short}ن`]
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
