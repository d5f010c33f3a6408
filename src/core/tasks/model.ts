import type { Price } from '../money/price.ts'
import type { PictureRole } from './roles.ts'
import type { Settings } from './settings.ts'
import type { SizeRules } from './size.ts'

export type TaskKind = 'image' | 'video'

/** The form of one option: the part of JSON Schema that a single value needs. */
export type OptionSchema = {
  type: 'integer' | 'number' | 'string' | 'boolean'
  minimum?: number
  maximum?: number
  enum?: readonly string[]
  maxLength?: number
  description?: string
}

/**
 * The settings that callers may choose for a model, by the callers' names for them; an absent one is refused. A model
 * need not support another picture format: we convert the picture.
 */
export type Takes = {
  /** The lengths that it makes, or whole seconds in a range. */
  seconds?: readonly number[] | { from: number; to: number }
  /** Whether there is sound by default. */
  audio?: boolean
  negative_prompt?: true
  quality?: readonly string[]
  background?: readonly string[]
  /** The formats in which the model itself writes its pictures. */
  output_format?: readonly string[]
  strength?: true
  /** The names of the styles that the operator has defined. */
  style?: readonly string[]
  options?: Readonly<Record<string, OptionSchema>>
  /** Roles that pictures have only by name, in addition to those given by their order. */
  roles?: readonly PictureRole[]
}

/** A model as callers know it. The pair of kind and id is unique; several may share one engine. */
export type Model = {
  id: string
  kind: TaskKind
  /** The engine that runs it; also the queue of its tasks. */
  engine: string
  /** The engine's own name for it. */
  engineModel: string
  description: string
  /** What it does to an input picture; absent if it makes new ones. */
  does?: 'upscale' | 'cutout'
  sizes: SizeRules
  maxReferences: number
  /** What the references mean, in order; the last role is for all further ones. */
  referenceRoles: readonly string[]
  /** `none`: refused; `optional`: passed on if given; `from-prompt`: given, or otherwise derived from the prompt. */
  seed: 'none' | 'optional' | 'from-prompt'
  /** The maximum length of a prompt if the interface leaves that to the model; the usual length if absent. */
  maxPromptCharacters?: number
  queueTimeoutMs: number
  runTimeoutMs: number
  /** The default length of a clip; absent for images, and if the provider decides. */
  seconds?: number
  /** What callers may choose; absent if they have no choice. */
  takes?: Takes
  /** The defaults of settings other than length and sound; absent if nothing is known. */
  usual?: Settings
  /** Its price; absent if unknown. */
  price?: Price
  /** Fallback models of the same kind, in this order, for starts that are known not to have happened. */
  fallbacks?: readonly string[]
  /** Further names by which callers may ask for it. */
  aliases?: readonly string[]
  /** The day on which its provider shuts it down, such as `2026-12-01`, UTC; absent if none is known. */
  retires?: string
  /** The model of the same kind to use instead. */
  successor?: string
}

const DAY_MS = 24 * 60 * 60 * 1000
// Callers need time to change a name in a program, but a notice that stands for longer is ignored.
const NOTICE_MS = 60 * DAY_MS

type Lasting = Pick<Model, 'id' | 'retires' | 'successor'>

/**
 * Whether a model is retired. It retires at the first moment of its day, UTC: the hour of the shutdown is unknown, and
 * a refusal that names the successor is better than a task that fails.
 */
export function hasRetired({ retires }: Pick<Model, 'retires'>, nowMs: number): boolean {
  return retires !== undefined && nowMs >= startOf(retires)
}

/** Whether a model is still available, but for sixty days at most. */
export function retiresSoon(model: Pick<Model, 'retires'>, nowMs: number): boolean {
  return model.retires !== undefined && !hasRetired(model, nowMs) && nowMs >= startOf(model.retires) - NOTICE_MS
}

/** What callers and operators are told about a model that will retire; undefined while that is far off. */
export function retirementNotice(model: Lasting, nowMs: number): string | undefined {
  const isOver = hasRetired(model, nowMs)
  if (!isOver && !retiresSoon(model, nowMs)) return undefined
  const instead = model.successor === undefined ? '' : `; use '${model.successor}' instead`
  return `The model '${model.id}' ${isOver ? 'was' : 'will be'} shut down by its provider on ${model.retires}${instead}.`
}

/** Whether a text is a calendar day such as 2026-12-01. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? startOf(text) : Number.NaN
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text)
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
