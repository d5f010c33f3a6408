import { Field } from '../../../parts/controls/field.tsx'
import { Segments } from '../../../parts/controls/segments.tsx'
import { Select } from '../../../parts/controls/select.tsx'
import { editForm, formStore } from './form.ts'
import { OptionFields } from './option-fields.tsx'
import type { OptionChoices } from './options.ts'
import type { SettingChoices, SettingTexts } from './settings.ts'

type Name = keyof SettingTexts

function choose(name: Name, value: string): void {
  editForm({ settings: { ...formStore.get().settings, [name]: value } })
}

/** Length and sound of a clip: what people choose first. */
export function ClipFields({ choices: { seconds, audio } }: { choices: SettingChoices }) {
  return (
    <>
      {seconds.length > 0 && <Choice name="seconds" label="Length" values={seconds.map(String)} unit=" s" />}
      {audio && <Choice name="audio" label="Sound" values={['on', 'off']} />}
    </>
  )
}

type FurtherFieldsProps = { choices: SettingChoices; options: OptionChoices; hasReferences: boolean }

/** Everything else that the chosen models take; nothing where they take nothing. */
export function FurtherFields({ choices, options, hasReferences }: FurtherFieldsProps) {
  const { settings, options: chosen } = formStore.use()
  const { quality, background, outputFormat, style, negativePrompt } = choices
  const hasStrength = choices.strength && hasReferences
  const lists = [quality, background, outputFormat, style]
  const names = Object.keys(options)
  if (!negativePrompt && !hasStrength && [...lists, names].every(({ length }) => length === 0)) return null
  const isUsed =
    names.some((name) => (chosen[name] ?? '') !== '') ||
    Object.entries(settings).some(([name, text]) => text !== '' && name !== 'seconds' && name !== 'audio')
  return (
    <details className="play-more" {...(isUsed && { open: true })}>
      <summary>More options</summary>
      <div className="play-more-fields">
        {negativePrompt && <NegativePrompt />}
        {quality.length > 0 && <Choice name="quality" label="Quality" values={quality} />}
        {background.length > 0 && <Choice name="background" label="Background" values={background} />}
        {outputFormat.length > 0 && <Choice name="output_format" label="Format" values={outputFormat} />}
        {style.length > 0 && <Choice name="style" label="Style" values={style} />}
        {hasStrength && <Strength />}
        <OptionFields choices={options} />
      </div>
    </details>
  )
}

// As many as stand in a row.
const MOST_SEGMENTS = 5

/** One of a few values, or none: the model decides. */
function Choice({
  name,
  label,
  values,
  unit = '',
}: {
  name: Name
  label: string
  values: readonly string[]
  unit?: string
}) {
  const { settings } = formStore.use()
  const chosen = values.includes(settings[name] ?? '') ? (settings[name] ?? '') : ''
  const options = [{ value: '', label: 'Auto' }, ...values.map((value) => ({ value, label: wordOf(value) + unit }))]
  if (values.length <= MOST_SEGMENTS)
    return (
      <div className="field">
        <span className="field-label">{label}</span>
        <Segments label={label} value={chosen} onChange={(value) => choose(name, value)} segments={options} />
      </div>
    )
  return (
    <Field label={label}>
      {(wired) => (
        <Select {...wired} value={chosen} onChange={({ target }) => choose(name, target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

const ABBREVIATIONS = new Set(['png', 'webp', 'jpeg'])

function wordOf(value: string): string {
  return ABBREVIATIONS.has(value) ? value.toUpperCase() : value.replace(/^[a-z]/, (first) => first.toUpperCase())
}

function NegativePrompt() {
  const { settings } = formStore.use()
  return (
    <Field label="Negative prompt" hint="what you do not want to see">
      {(wired) => (
        <input
          {...wired}
          dir="auto"
          className="input"
          maxLength={3_000}
          value={settings.negative_prompt ?? ''}
          onChange={(event) => choose('negative_prompt', event.target.value)}
        />
      )}
    </Field>
  )
}

function Strength() {
  const { settings } = formStore.use()
  const text = settings.strength ?? ''
  return (
    <Field label="Strength" hint={text === '' ? 'how far the result may differ from the image (currently auto)' : text}>
      {(wired) => (
        <input
          {...wired}
          className="range"
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={text === '' ? 0.5 : text}
          onChange={(event) => choose('strength', event.target.value)}
        />
      )}
    </Field>
  )
}
