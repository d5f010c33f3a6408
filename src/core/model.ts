import type { Price } from './price.ts'
import type { SizeRules } from './size.ts'

export type TaskKind = 'image' | 'video'

/** A model as callers know it. The pair of kind and id is unique; several may share one engine. */
export type Model = {
  id: string
  kind: TaskKind
  /** The engine that runs it; also the lane in which its tasks queue. */
  engine: string
  /** What the engine's own side calls it. */
  engineModel: string
  description: string
  sizes: SizeRules
  maxReferences: number
  /** What the references mean, in order; the last role serves all further ones. */
  referenceRoles: readonly string[]
  /** `none`: refused; `optional`: handed on when given; `from-prompt`: given, or else derived from the prompt. */
  seed: 'none' | 'optional' | 'from-prompt'
  queueTimeoutMs: number
  runTimeoutMs: number
  /** How long a clip is; absent for images and where the provider decides. */
  seconds?: number
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
