import type { Price } from '../money/price.ts'
import type { PictureRole } from './roles.ts'
import type { Settings } from './settings.ts'
import type { SizeRules } from './size.ts'

export type TaskKind = 'image' | 'video'

/** The form of one option: as much of JSON Schema as a single value needs. */
export type OptionSchema = {
  type: 'integer' | 'number' | 'string' | 'boolean'
  minimum?: number
  maximum?: number
  enum?: readonly string[]
  maxLength?: number
  description?: string
}

/**
 * Which settings callers may choose for a model, by the names that callers have for them; one that is not there is refused.
 * A picture in another format is not among what a model must know: we write it anew.
 */
export type Takes = {
  /** The lengths that it makes, or whole seconds from the one to the other. */
  seconds?: readonly number[] | { from: number; to: number }
  /** Whether there is sound where nobody says. */
  audio?: boolean
  negative_prompt?: true
  quality?: readonly string[]
  background?: readonly string[]
  /** The formats in which the model itself writes its pictures. */
  output_format?: readonly string[]
  strength?: true
  /** The names of what the operator has put together. */
  style?: readonly string[]
  options?: Readonly<Record<string, OptionSchema>>
  /** Roles that pictures have by name alone, in addition to those that their order gives them. */
  roles?: readonly PictureRole[]
}

/** A model as callers know it. The pair of kind and id is unique; several may share one engine. */
export type Model = {
  id: string
  kind: TaskKind
  /** The engine that runs it; also the lane in which its tasks queue. */
  engine: string
  /** What the engine's own side calls it. */
  engineModel: string
  description: string
  /** What it does to a picture that it is given; absent where it makes new ones. */
  does?: 'upscale' | 'cutout'
  sizes: SizeRules
  maxReferences: number
  /** What the references mean, in order; the last role serves all further ones. */
  referenceRoles: readonly string[]
  /** `none`: refused; `optional`: handed on when given; `from-prompt`: given, or else derived from the prompt. */
  seed: 'none' | 'optional' | 'from-prompt'
  /** How long a prompt may be where the interface leaves that to the model; the usual length where nobody said. */
  maxPromptCharacters?: number
  queueTimeoutMs: number
  runTimeoutMs: number
  /** How long a clip is unless its caller says otherwise; absent for images and where the provider decides. */
  seconds?: number
  /** What callers may choose; absent where they have no choice. */
  takes?: Takes
  /** What holds of settings that nobody gave, beside length and sound; absent where nothing is known. */
  usual?: Settings
  /** What it costs; absent when nobody said. */
  price?: Price
  /** Models of the same kind that take over, in this order, when a start is known not to have happened. */
  fallbacks?: readonly string[]
  /** Further names by which callers may ask for it. */
  aliases?: readonly string[]
  /** The day on which its provider shuts it down, such as `2026-12-01`, UTC; absent where none is known. */
  retires?: string
  /** The model of the same kind to use in its place. */
  successor?: string
}

const DAY_MS = 24 * 60 * 60 * 1000
// Callers need time to change a name in a program; a notice that stands for longer is one that everybody has learned to pass over.
const NOTICE_MS = 60 * DAY_MS

type Lasting = Pick<Model, 'id' | 'retires' | 'successor'>

/**
 * Tells whether a model is no longer to be had. It goes with the first moment of its day, UTC: at which hour a provider
 * switches off is not known, and a refusal that names the successor is better than a task that fails.
 */
export function hasRetired({ retires }: Pick<Model, 'retires'>, nowMs: number): boolean {
  return retires !== undefined && nowMs >= startOf(retires)
}

/** Tells whether a model is still to be had, and for sixty days at most. */
export function retiresSoon(model: Pick<Model, 'retires'>, nowMs: number): boolean {
  return model.retires !== undefined && !hasRetired(model, nowMs) && nowMs >= startOf(model.retires) - NOTICE_MS
}

/** What callers and operators are told of a model that has an end; nothing while that is far off. */
export function retirementNotice(model: Lasting, nowMs: number): string | undefined {
  const isOver = hasRetired(model, nowMs)
  if (!isOver && !retiresSoon(model, nowMs)) return undefined
  const instead = model.successor === undefined ? '' : `; use '${model.successor}' instead`
  return `The model '${model.id}' ${isOver ? 'was' : 'will be'} shut down by its provider on ${model.retires}${instead}.`
}

/** Tells whether a text is a day such as 2026-12-01 that is in the calendar. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? startOf(text) : Number.NaN
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text)
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
