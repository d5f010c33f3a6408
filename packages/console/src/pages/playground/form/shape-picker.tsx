import { useId } from 'react'
import { Segments } from '../../../parts/controls/segments.tsx'
import { shapeOf, type Choices } from './choices.ts'
import { editForm, formStore } from './form.ts'

/** Ratio or size, drawn as what it is. */
export function ShapePicker({ choices: { shapes, resolutions, isFree } }: { choices: Choices }) {
  const { shape, resolution } = formStore.use()
  const name = useId()
  const isOwn = isFree && /^\d*x\d*$/.test(shape)
  if (shapes.length === 0) return null
  const known = isOwn || shapes.some(({ value }) => value === shape) ? shape : ''
  return (
    <>
      <fieldset className="shapes">
        <legend>Shape</legend>
        <div className="shape-list">
          <ShapeOption name={name} value="" label="Auto" isChosen={known === ''} drawn={undefined} />
          {shapes.map((each) => (
            <ShapeOption
              key={each.value}
              name={name}
              value={each.value}
              label={each.label}
              isChosen={known === each.value}
              drawn={each}
            />
          ))}
          {isFree && <ShapeOption name={name} value="1024x768" label="Custom" isChosen={isOwn} drawn={undefined} />}
        </div>
      </fieldset>
      {isOwn && <OwnSize shape={shape} />}
      {resolutions.length > 0 && (
        <div className="field">
          <span className="field-label">Resolution</span>
          <Segments
            label="Resolution"
            value={resolutions.includes(resolution) ? resolution : ''}
            onChange={(next) => editForm({ resolution: next })}
            segments={[{ value: '', label: 'Auto' }, ...resolutions.map((value) => ({ value, label: value }))]}
          />
        </div>
      )}
    </>
  )
}

type ShapeOptionProps = {
  name: string
  value: string
  label: string
  isChosen: boolean
  drawn: { width: number; height: number } | undefined
}

// The longer side of a drawn shape, in pixels.
const DRAWN = 22

function ShapeOption({ name, value, label, isChosen, drawn }: ShapeOptionProps) {
  const longest = drawn === undefined ? 1 : Math.max(drawn.width, drawn.height)
  const box = drawn && { width: (drawn.width / longest) * DRAWN, height: (drawn.height / longest) * DRAWN }
  return (
    <label className="shape">
      <input type="radio" name={name} checked={isChosen} onChange={() => editForm({ shape: value })} />
      <span className="shape-picture" aria-hidden>
        <span className={box === undefined ? 'shape-any' : 'shape-box'} style={box} />
      </span>
      {label}
    </label>
  )
}

function OwnSize({ shape }: { shape: string }) {
  const { width, height } = shapeOf(shape)
  const side = (label: string, value: number, change: (text: string) => string) => (
    <label className="own-side">
      {label}
      <input
        className="input"
        type="number"
        min={64}
        step={2}
        value={value === 0 ? '' : value}
        onChange={(event) => editForm({ shape: change(event.target.value) })}
      />
    </label>
  )
  return (
    <div className="own-size">
      {side('Width', width, (text) => `${text}x${height}`)}
      {side('Height', height, (text) => `${width}x${text}`)}
    </div>
  )
}
