import type { TaskKind } from '../../core/tasks/model.ts'
import type { MediagenConfig } from '../define-config.ts'

export type PlannedAlias = { alias: string; kind: TaskKind; model: string }

type Known = {
  /** Models of the file and built-in ones, as `kind id`: no alias may take their names. */
  named: ReadonlySet<string>
  /**
   * Models that are not in the file, such as those of a provider whose key is set: an alias of the same name replaces
   * them.
   */
  found: ReadonlySet<string>
}

const KINDS: readonly TaskKind[] = ['image', 'video']

/** Which aliases stand for which models. An alias of an alias is refused: each line must show the model. */
export function planAliases(
  aliases: MediagenConfig['aliases'] = {},
  { named, found }: Known,
): { aliases: PlannedAlias[]; problems: string[] } {
  const problems: string[] = []
  const planned = Object.entries(aliases).flatMap(([alias, asked]): PlannedAlias[] => {
    const { model, kind } = typeof asked === 'string' ? { model: asked, kind: undefined } : asked
    const hides = Object.hasOwn(aliases, model)
    const has = (each: TaskKind): boolean => named.has(`${each} ${model}`) || (found.has(`${each} ${model}`) && !hides)
    const kinds = KINDS.filter(has)
    const own = kind === undefined ? kinds : kinds.filter((each) => each === kind)
    if (own.length === 0) problems.push(`aliases.${alias}: ${noTarget({ model, kind, kinds, isAlias: hides })}`)
    for (const each of own) {
      if (named.has(`${each} ${alias}`))
        problems.push(`aliases.${alias}: there is a model of this name, of kind ${each}`)
    }
    return own.map((each) => ({ alias, kind: each, model }))
  })
  return { aliases: planned, problems }
}

type Target = { model: string; kind: TaskKind | undefined; kinds: readonly TaskKind[]; isAlias: boolean }

function noTarget({ model, kind, kinds, isAlias }: Target): string {
  if (kinds.length > 0) return `'${model}' makes ${kinds.join('s and ')}s, and no ${kind}s`
  if (isAlias) return `'${model}' is itself an alias; use the model it refers to`
  return `there is no model '${model}'; the models of a provider need its key to be set`
}
