import { Brush, Eraser, Undo2 } from '../../../look/icons.ts'
import { useRef, useState } from 'react'
import { Button } from '../../../parts/controls/button.tsx'
import { Field } from '../../../parts/controls/field.tsx'
import { Segments } from '../../../parts/controls/segments.tsx'
import { Dialog } from '../../../parts/overlays/dialog.tsx'
import type { Reference } from '../form/form.ts'
import { MaskCanvas } from './mask-canvas.tsx'
import { useMask } from './use-mask.ts'
import './mask-dialog.css'

type MaskDialogProps = { of: Reference; onSave: (mask: string | undefined) => void; onClose: () => void }

/** Paints over the part of a picture that a model shall repaint. */
export function MaskDialog({ of, onSave, onClose }: MaskDialogProps) {
  const [tool, setTool] = useState<'paint' | 'erase'>('paint')
  const [percent, setPercent] = useState(8)
  const canvas = useRef<HTMLCanvasElement>(null)
  const mask = useMask(canvas, of.mask)
  return (
    <Dialog
      title="Paint a mask"
      about="Paint over the area that you want to change. The rest of the picture stays the same."
      open
      onClose={onClose}
      wide="widest"
      foot={
        <>
          {of.mask !== undefined && (
            <Button kind="danger" onClick={() => onSave(undefined)}>
              Remove mask
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={mask.share === 0} onClick={() => onSave(mask.read())}>
            Use mask
          </Button>
        </>
      }
    >
      <div className="mask-tools">
        <Segments
          label="Tool"
          value={tool}
          onChange={setTool}
          segments={[
            { value: 'paint', label: 'Brush', icon: <Brush /> },
            { value: 'erase', label: 'Eraser', icon: <Eraser /> },
          ]}
        />
        <Field label="Brush size" hint={`${percent}%`}>
          {(wired) => (
            <input
              {...wired}
              className="range"
              type="range"
              min={1}
              max={40}
              value={percent}
              onChange={({ target }) => setPercent(Number(target.value))}
            />
          )}
        </Field>
        <div className="mask-steps">
          <Button size="small" disabled={!mask.canUndo} onClick={mask.undo}>
            <Undo2 />
            Undo
          </Button>
          <Button size="small" onClick={() => mask.add({ does: 'invert' })}>
            Invert
          </Button>
          <Button size="small" disabled={mask.share === 0} onClick={() => mask.add({ does: 'clear' })}>
            Clear
          </Button>
        </div>
      </div>
      <MaskCanvas canvas={canvas} picture={of} tool={tool} percent={percent} onPercent={setPercent} mask={mask} />
      <p className="mask-hint">
        <span role="status">{shareText(mask.share)}</span>
        <span>
          Keyboard: the arrow keys move the brush, Space paints, [ and ] change the brush size, and Ctrl+Z undoes.
        </span>
      </p>
    </Dialog>
  )
}

function shareText(share: number): string {
  if (share === 0) return 'Nothing painted yet.'
  return share < 0.01 ? 'Less than 1% is painted.' : `${Math.round(share * 100)}% is painted.`
}
