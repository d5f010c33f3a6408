import { SETTING_NAMES, type Settings } from '../../core/tasks/settings.ts'
import type { Task } from '../../core/tasks/task.ts'
import { orNull, Type, type Schema, type Static } from '../answer/schema.ts'

/** Settings as receipts show them: each is there, and null where it was left open. */
export const ShownSettings = {
  seconds: orNull(Type.Number()),
  audio: orNull(Type.Boolean()),
  negative_prompt: orNull(Type.String()),
  quality: orNull(Type.String()),
  background: orNull(Type.String()),
  output_format: orNull(Type.String()),
  strength: orNull(Type.Number()),
  style: orNull(Type.String()),
  options: orNull(Type.Object({}, { additionalProperties: true })),
} satisfies Record<keyof Settings, Schema>

/** What the caller asked for beside prompt and model, as the receipt shows it; null where it asked for nothing. */
export const AskedParameters = Type.Object({
  aspect_ratio: orNull(Type.String()),
  size: orNull(Type.String()),
  seed: orNull(Type.Integer()),
  ...ShownSettings,
})

type Shown = { [Name in keyof typeof ShownSettings]: Static<(typeof ShownSettings)[Name]> }

/** The same of one task: a parameter that is no setting is a line above and a line here. */
export function showAsked(task: Task): Static<typeof AskedParameters> {
  return { aspect_ratio: task.askedRatio, size: task.askedSize, seed: task.askedSeed, ...showSettings(task.settings) }
}

/** All settings, those that were left open as null. */
export function showSettings(settings: Settings | null | undefined): Shown {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, settings?.[name] ?? null])) as Shown
}
