import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError } from '../core/errors.ts'

/** One step of a schema, in the order of their numbers. A step that was released is never renumbered. */
export type Step = {
  version: number
  name: string
  /** In order; none of them holds another. */
  statements: readonly string[]
  /**
   * True where nobody may be held up meanwhile: its statements are made one by one, outside of a transaction. Each must do
   * no harm when it is made twice, for a crash repeats the step from its first statement.
   */
  isOnline: boolean
}

const ONLINE = '-- online'

/** What the steps up to a version come to, for databases in which there is nothing yet. */
export function readBase(folder: string): Step | undefined {
  const name = readdirSync(folder).find((file) => /^base-\d{4}\.sql$/.test(file))
  return name === undefined ? undefined : readStep(folder, name, Number(name.slice(5, 9)))
}

/** Reads the steps of a database's folder and those beside it, which are for all, up to a version where one is named. */
export function readSteps(folder: string, upTo = Number.POSITIVE_INFINITY): Step[] {
  return [folder, dirname(folder)]
    .flatMap(stepsIn)
    .filter(({ version }) => version <= upTo)
    .sort((one, other) => one.version - other.version)
}

function stepsIn(folder: string): Step[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}-.+\.sql$/.test(name))
  return names.map((name) => readStep(folder, name, Number(name.slice(0, 4))))
}

function readStep(folder: string, name: string, version: number): Step {
  const text = readFileSync(join(folder, name), 'utf8')
  return { version, name, statements: statementsOf(text), isOnline: text.startsWith(`${ONLINE}\n`) }
}

/** How far a schema is: the steps that it has and those that it lacks. */
export type SchemaState = { applied: number; pending: number }

/** Refuses records that a newer program has changed: this one would not know what it must not forget to write. */
export function refuseNewer(found: number, steps: readonly Step[]): void {
  const known = steps.at(-1)?.version ?? 0
  if (found <= known) return
  const message =
    `The database was migrated to schema ${found} by a newer version of mediagen, but this version supports schemas only up to ${known}. ` +
    'Start the newer version, or restore a backup from before the upgrade.'
  throw new AppError('internal_error', message)
}

/** Cuts a text where a line ends with a semicolon, unless it stands between a pair of $$. */
function statementsOf(text: string): string[] {
  const statements: string[] = []
  let lines: string[] = []
  let isQuoted = false
  for (const line of text.split('\n')) {
    if (/^\s*(--.*)?$/.test(line)) continue
    lines.push(line)
    if ((line.split('$$').length - 1) % 2 === 1) isQuoted = !isQuoted
    if (isQuoted || !/;\s*(--.*)?$/.test(line)) continue
    statements.push(lines.join('\n'))
    lines = []
  }
  if (lines.length > 0) statements.push(lines.join('\n'))
  return statements
}
