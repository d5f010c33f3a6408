import assert from 'node:assert/strict'
import parse, { type ParsedFamily, type ParsedSample } from 'parse-prometheus-text-format'

type Labels = Readonly<Record<string, string>>

/** A scrape as a parser reads it that is not ours. */
export type ReadScrape = {
  families: readonly ParsedFamily[]
  /** The samples of this name with at least these labels; those of a histogram have its name with an ending. */
  samples(name: string, labels?: Labels): ParsedSample[]
  /** The value of the first of them; undefined when there is none. */
  value(name: string, labels?: Labels): number | undefined
}

export async function readScrape(answer: Response): Promise<ReadScrape> {
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const text = await answer.text()
  // Told that it is a histogram, this parser takes those of all labels for one: so it is told of single samples.
  const lines = parse(text.replaceAll(/^# TYPE \w+ (?:histogram|summary)$/gm, ''))
  const samples: ReadScrape['samples'] = (name, labels = {}) => {
    const fits = ({ labels: own = {} }: ParsedSample): boolean =>
      Object.entries(labels).every(([label, value]) => own[label] === value)
    return lines.filter((each) => each.name === name).flatMap(({ metrics }) => metrics.filter(fits))
  }
  const value: ReadScrape['value'] = (name, labels) => {
    const first = samples(name, labels)[0]?.value
    return first === undefined ? undefined : Number(first)
  }
  return { families: parse(text), samples, value }
}
