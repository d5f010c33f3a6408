import { readFileSync } from 'node:fs'
import { drawingOf } from '../src/art.ts'
import { someOf } from '../../../test/support/long.ts'
import type { Brief } from '../src/brief.ts'
import { readPrompt } from '../src/reading/read-prompt.ts'

/** A prompt with what should be understood of it. `subjects` lists, for each wanted thing, the drawings that will do. */
export type LabelledPrompt = {
  prompt: string
  language: string
  subjects: string[][]
  archetype: string[]
  time?: string
  style?: string
  count?: number
  colour?: string
  relation?: string[]
}

/** How many labels of each sort were met, and what was missed. */
export type Score = { met: Record<string, number>; asked: Record<string, number>; misses: string[] }

const baseOf = (art: string) => drawingOf(art)?.id ?? art

// The first wanted thing must come first: it is what the picture is about. A prompt about a place alone may add accents.
function subjectsMet(wanted: string[][], { subjects }: Brief): boolean {
  const found = subjects.map((subject) => baseOf(subject.art))
  if (wanted.length === 0) return subjects.every((subject) => subject.scenery)
  return (
    (wanted[0] ?? []).includes(found[0] ?? '') && wanted.every((names) => names.some((name) => found.includes(name)))
  )
}

function checksOf(label: LabelledPrompt, brief: Brief): Record<string, boolean> {
  const [first] = brief.subjects
  return {
    subjects: subjectsMet(label.subjects, brief),
    archetype: label.archetype.includes(brief.archetype),
    ...(label.time !== undefined && { time: brief.time === label.time }),
    style: brief.style === (label.style ?? 'papercut'),
    ...(label.count !== undefined && { count: first?.count === label.count }),
    ...(label.colour !== undefined && { colour: first?.colour === label.colour }),
    ...(label.relation && { relation: brief.relations.some(({ kind }) => label.relation?.includes(kind)) }),
  }
}

/** Reads the labelled prompts of a file, in the short run this many of them, and counts, per label and per language, what was met. */
export function scorePrompts(file: URL, count = Number.POSITIVE_INFINITY): Score {
  const labels = someOf(JSON.parse(readFileSync(file, 'utf8')) as LabelledPrompt[], count)
  const score: Score = { met: {}, asked: {}, misses: [] }
  for (const label of labels) {
    const brief = readPrompt(label.prompt, 1)
    const checks = checksOf(label, brief)
    for (const [name, met] of Object.entries(checks)) {
      for (const key of name === 'subjects' || name === 'archetype' ? [name, `${name} ${label.language}`] : [name]) {
        score.asked[key] = (score.asked[key] ?? 0) + 1
        score.met[key] = (score.met[key] ?? 0) + (met ? 1 : 0)
      }
      const got = `${brief.archetype} [${brief.subjects.map(({ art }) => baseOf(art)).join(', ')}]`
      if (!met) score.misses.push(`${name}: ${label.prompt} → ${got} ${brief.time ?? ''} ${brief.style}`)
    }
  }
  return score
}
