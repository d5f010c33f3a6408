import type { LocalModel } from '../core/local-model.ts'

/** The config of one model, beyond what callers see. */
export type ModelSettings = {
  /** Options for the provider, by the package's names or the model's own input names. */
  options: Readonly<Record<string, unknown>>
  /**
   * Which input of the model takes a role or a parameter, if the package has none for it: `last_frame: tail_image_url`.
   */
  inputs: Readonly<Record<string, string>>
  /** The options of each style. */
  styles?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The files and the family of a model that runs on this machine. */
  local?: LocalModel
}
