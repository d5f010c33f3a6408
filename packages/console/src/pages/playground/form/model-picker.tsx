import type { Model } from '@mediagen/client'
import { Plus, X } from '../../../look/icons.ts'
import { Button, IconButton } from '../../../parts/controls/button.tsx'
import { Field } from '../../../parts/controls/field.tsx'
import { Select } from '../../../parts/controls/select.tsx'
import { roughDurationText, moneyText } from '../../../parts/words/amounts.tsx'
import { editForm, formStore, type Kind } from './form.ts'

// Beside each other more cannot be compared.
const MOST_MODELS = 4

type ModelPickerProps = { models: readonly Model[]; chosen: readonly Model[]; kind: Kind }

/** Which model makes it; several get the same request, side by side. */
export function ModelPicker({ models, chosen, kind }: ModelPickerProps) {
  const form = formStore.use()
  const choose = (ids: readonly string[]): void => editForm({ models: { ...form.models, [kind]: ids } })
  const ids = chosen.map(({ id }) => id)
  const left = models.filter(({ id }) => !ids.includes(id))
  return (
    <div className="model-picker">
      {chosen.map((model, index) => (
        // By its place: with another model the field stays the same one, and keeps the focus.
        <div key={index} className="model-row">
          <Field label={index === 0 ? 'Model' : `Model ${index + 1}`}>
            {(wired) => (
              <Select
                {...wired}
                value={model.id}
                onChange={({ target }) => choose(ids.map((id, at) => (at === index ? target.value : id)))}
              >
                {models
                  .filter(({ id }) => id === model.id || !ids.includes(id))
                  .map((each) => (
                    <option key={each.id} value={each.id}>
                      {[each.id, ...wordsOf(each)].join(' · ')}
                    </option>
                  ))}
              </Select>
            )}
          </Field>
          {index > 0 && (
            <IconButton label={`Remove ${model.id}`} onClick={() => choose(ids.filter((id) => id !== model.id))}>
              <X />
            </IconButton>
          )}
        </div>
      ))}
      {chosen.length === 1 && <p className="model-about">{chosen[0]?.description}</p>}
      {chosen.map(({ id, retires, successor }) =>
        retires === null ? null : (
          <p key={id} className="model-about">
            {id} will be shut down by its provider on {retires}
            {successor !== null && `; ${successor} replaces it`}.
          </p>
        ),
      )}
      {left.length > 0 && chosen.length > 0 && chosen.length < MOST_MODELS && (
        <Button kind="quiet" size="small" onClick={() => choose([...ids, ...left.slice(0, 1).map(({ id }) => id)])}>
          <Plus />
          Compare with another model
        </Button>
      )}
    </div>
  )
}

/** What a model costs, in a few words; nothing where nobody knows. */
export function costWords({ price, pricing }: Model): string[] {
  if (price === null) return pricing === null ? [] : ['price varies']
  return [price.usd === 0 ? 'Free' : `${moneyText(price.usd)}/${price.per}`]
}

/** What a model costs, takes and is up to, in a few words each. */
function wordsOf(model: Model): string[] {
  const { typical_seconds: seconds, ready, paused } = model
  const time = seconds === null ? '' : `usually under ${roughDurationText(seconds.high)}`
  const state = paused ? 'paused' : ready ? '' : 'failing'
  return [...costWords(model), time, state].filter((word) => word !== '')
}
