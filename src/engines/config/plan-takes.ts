import type { Model, Takes } from '../../core/tasks/model.ts'
import { SETTINGS, type Settings } from '../../core/tasks/settings.ts'
import type { ModelSettings } from '../model-settings.ts'
import type { ModelConfig, TakesConfig } from '../define-config.ts'

export type PlannedTakes = Pick<Model, 'takes' | 'usual'> & { styles: NonNullable<ModelSettings['styles']> }

/** What callers may choose, and the defaults. */
export function planTakes({ takes, options = {} }: ModelConfig): PlannedTakes {
  const { style = {} } = takes ?? {}
  const usual = usualSettings(takes, options)
  return {
    ...(takes === undefined ? {} : { takes: chosen(takes) }),
    ...(Object.keys(usual).length === 0 ? {} : { usual }),
    styles: style,
  }
}

function chosen(asked: TakesConfig): Takes {
  const { audio, seconds, quality, background, output_format, style, options, roles, ...flags } = asked
  const names = style === undefined ? undefined : Object.keys(style)
  const given = { audio, seconds, quality, background, output_format, options, roles, style: names }
  const yes = Object.entries(flags).filter(([, value]) => value)
  const known = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries([...known, ...yes])
}

/** If the operator's options set a value that callers may choose, that value is the default. */
function usualSettings(takes: TakesConfig | undefined, { quality }: Readonly<Record<string, unknown>>): Settings {
  const known = SETTINGS.quality.form.values.find((value) => value === quality)
  return takes?.quality === undefined || known === undefined ? {} : { quality: known }
}

/** Settings that nobody would pass on are refused now, instead of dropped with every job. */
export function wayProblems(
  by: string,
  { takes = {}, inputs = {}, kind }: ModelConfig,
  ways: Readonly<Record<string, unknown>>,
): string[] {
  // The name of a style or an option is also the name under which it is passed on.
  const { style: _style, options: _options, roles: _roles, ...rest } = takes
  return Object.entries(rest)
    .filter(([name, value]) => value !== false || name === 'audio')
    .filter(([name]) => inputs[name] === undefined && ways[name] === undefined)
    .map(
      ([name]) =>
        `${by} has no parameter for ${name} of ${kind === 'image' ? 'an image' : 'a video'}: name the model's own input, inputs: { ${name}: '…' }`,
    )
}
