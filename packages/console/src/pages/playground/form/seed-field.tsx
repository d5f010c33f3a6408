import { Lock, LockOpen, Minus, Plus } from '../../../look/icons.ts'
import { IconButton } from '../../../parts/controls/button.tsx'
import { Field } from '../../../parts/controls/field.tsx'
import { editForm, formStore } from './form.ts'

const MOST_PICTURES = 10

/** The seed: open, and every result is another; locked, and the same request gives the same result. */
export function SeedField({ lastSeed }: { lastSeed: number | undefined }) {
  const { seed } = formStore.use()
  const isLocked = seed !== ''
  return (
    <div className="seed-row">
      <Field label="Seed">
        {(wired) => (
          <input
            {...wired}
            className="input"
            inputMode="numeric"
            placeholder="Random"
            value={seed}
            onChange={(event) => editForm({ seed: event.target.value.replaceAll(/\D/g, '').slice(0, 15) })}
          />
        )}
      </Field>
      <IconButton
        kind="plain"
        label={isLocked ? 'Unlock the seed' : 'Lock the last seed'}
        aria-pressed={isLocked}
        disabled={!isLocked && lastSeed === undefined}
        onClick={() => editForm({ seed: isLocked ? '' : String(lastSeed ?? '') })}
      >
        {isLocked ? <Lock /> : <LockOpen />}
      </IconButton>
    </div>
  )
}

export function CountField() {
  const { count } = formStore.use()
  return (
    <Field label="Images">
      {(wired) => (
        <div className="count">
          <IconButton label="One fewer" disabled={count <= 1} onClick={() => editForm({ count: count - 1 })}>
            <Minus />
          </IconButton>
          <output {...wired} aria-invalid={undefined}>
            {count}
          </output>
          <IconButton label="One more" disabled={count >= MOST_PICTURES} onClick={() => editForm({ count: count + 1 })}>
            <Plus />
          </IconButton>
        </div>
      )}
    </Field>
  )
}
