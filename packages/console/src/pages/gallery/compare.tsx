import { Dialog } from '@base-ui/react/dialog'
import type { Receipt } from '@mediagen/client'
import { useQueries } from '@tanstack/react-query'
import { X } from '../../look/icons.ts'
import { useRef, useState, type CSSProperties } from 'react'
import { fileAddressHere } from '../../data/file-address.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'
import { IconButton } from '../../parts/controls/button.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { sizeWords } from '../../tasks/facts.ts'
import './lightbox.css'

type CompareProps = { ids: readonly [string, string]; onClose: () => void }

/**
 * Two pictures of one shape over each other, with a line between them that is moved by hand or by arrow keys; of different
 * shapes, beside each other.
 */
export function Compare({ ids, onClose }: CompareProps) {
  const client = useClient()
  const [left, right] = useQueries({
    queries: ids.map((id) => ({
      queryKey: queryKeys.task(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => client.tasks.get(id, { signal }),
    })),
  })
  const error = left?.error ?? right?.error
  const box = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={box}
          className="lightbox compare"
          // What one came for is the line, which arrow keys move.
          initialFocus={() => box.current?.querySelector<HTMLElement>('input') ?? box.current}
        >
          <div className="lightbox-bar">
            <Dialog.Title className="lightbox-count">Compare</Dialog.Title>
            <Dialog.Close
              render={
                <IconButton label="Close">
                  <X />
                </IconButton>
              }
            />
          </div>
          {error !== null && error !== undefined && (
            <ErrorState error={error} title="One of the pictures cannot be shown" />
          )}
          {left?.data !== undefined && right?.data !== undefined && <Both left={left.data} right={right.data} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

// Less is rounding of the pixels of one shape.
const SAME_SHAPE = 0.01

type BothProps = { left: Receipt; right: Receipt }

function Both({ left, right }: BothProps) {
  const ratio = ratioOf(left)
  const isOneShape = Math.abs(ratioOf(right) / ratio - 1) < SAME_SHAPE
  return (
    <>
      <div className="lightbox-stage">
        {isOneShape ? (
          <Slider left={left} right={right} ratio={ratio} />
        ) : (
          <div className="compare-pair">
            <Picture receipt={left} side="left" />
            <Picture receipt={right} side="right" />
          </div>
        )}
      </div>
      <section className="compare-words" aria-label="Details">
        <Words receipt={left} side={isOneShape ? 'Left' : 'First'} />
        <Words receipt={right} side={isOneShape ? 'Right' : 'Second'} />
      </section>
    </>
  )
}

function ratioOf(receipt: Receipt): number {
  const { width, height } = pictureOf(receipt) ?? { width: 1, height: 1 }
  return (width ?? 1) / (height ?? 1)
}

function Slider({ left, right, ratio }: BothProps & { ratio: number }) {
  const [percent, setPercent] = useState(50)
  const measures = { '--ratio': ratio, '--split': `${percent}%` }
  return (
    <div className="compare-stage" style={measures as CSSProperties}>
      <Picture receipt={left} side="left" />
      <Picture receipt={right} side="right" />
      <span className="compare-line" aria-hidden />
      <input
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-label="Divider position"
        aria-valuetext={`${percent}% left, ${100 - percent}% right`}
        onChange={({ target }) => setPercent(target.valueAsNumber)}
      />
    </div>
  )
}

function Picture({ receipt, side }: { receipt: Receipt; side: 'left' | 'right' }) {
  const file = pictureOf(receipt)
  if (typeof file?.url !== 'string') return null
  return <img className={side} src={fileAddressHere(file.url)} alt={receipt.prompt} draggable={false} />
}

function Words({ receipt, side }: { receipt: Receipt; side: string }) {
  const file = pictureOf(receipt)
  const facts = [
    receipt.model,
    ...(file === undefined ? [] : sizeWords(file)),
    // Its number stays beside its word.
    ...(typeof receipt.effective?.seed === 'number' ? [`seed\u00a0${receipt.effective.seed}`] : []),
  ]
  return (
    <div>
      <h2>{side}</h2>
      <p>{receipt.prompt}</p>
      <p className="compare-facts">{facts.join(' · ')}</p>
    </div>
  )
}

function pictureOf({ files }: Receipt) {
  return files.find(({ role, type }) => role === 'output' && type.startsWith('image/'))
}
