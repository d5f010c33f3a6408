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
}

// Who stands with one of these before is one, whatever the ending looks like.
const SINGULAR: Readonly<Record<string, RegExp>> = {
  it: /^(un|una|uno|il|lo|la|l|del|della|dello|al|alla|nel|nella|sul|sulla|dal|dalla|ogni)$/,
  nl: /^(een|het|zijn|haar)$/,
  de: /^(ein|eine|einen|einem|einer|eines|der|dem|den|das|des|vom|zum|zur|am|im|beim|sein|seinen|seinem|seiner|ihr|ihren|ihrem|ihrer|jeder)$/,
  pl: /^(na|w|z|ze|do|od|bez|dla|po|o|przy|za|nad|pod|przed|obok|jeden|jedna)$/,
}

const IRREGULAR =
  /^(golebie|golebi|ludzie|dzieci|psy|konie|owce|gesi|koeien|schapen|kinderen|uomini|buoi|uova|manner|frauen|kinder)$/

type Found = { word: string; meanings: readonly string[]; before: string; language: string }

/**
 * Whether a word is a plural by its ending: a singular of the same meaning must be known (a Fischer is no number of Fische),
 * and no article before it may say that it is one.
 */
export function isPluralForm({ word, meanings, before, language }: Found): boolean {
  const forms = FORMS[language]
  if (!forms || word.length < 4 || SINGULAR[language]?.test(before)) return false
  if (IRREGULAR.test(word)) return true
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
