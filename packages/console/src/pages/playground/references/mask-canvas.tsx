import { useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { fileAddressHere } from '../../../data/file-address.ts'
import type { Reference } from '../form/form.ts'
import type { Mask } from './use-mask.ts'

type MaskCanvasProps = {
  canvas: RefObject<HTMLCanvasElement | null>
  picture: Reference
  tool: 'paint' | 'erase'
  /** The width of the brush, of the shorter side of the picture. */
  percent: number
  onPercent: (percent: number) => void
  mask: Mask
}

// Of the shorter side.
const STEP = 0.02
const LARGE_STEP = 0.1
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The picture with the mask over it; painted on by mouse, pen, finger or keys. */
export function MaskCanvas({ canvas, picture, tool, percent, onPercent, mask }: MaskCanvasProps) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  const isPressed = useRef(false)
  // In parts of the width and the height, as the ring is placed.
  const [at, setAt] = useState<{ x: number; y: number }>()
  const shorter = (): number => Math.min(size.width, size.height)
  const strokeAt = ({ x, y }: { x: number; y: number }) => ({
    does: tool,
    size: Math.max(1, (percent / 100) * shorter()),
    points: [{ x: x * size.width, y: y * size.height }],
  })
  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent): { x: number; y: number } => {
    const box = currentTarget.getBoundingClientRect()
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height }
  }
  const goTo = (next: { x: number; y: number }): void => {
    setAt(next)
    if (isPressed.current) mask.move(next.x * size.width, next.y * size.height)
  }
  const letGo = (): void => {
    if (isPressed.current) mask.release()
    isPressed.current = false
  }
  const press = (place: { x: number; y: number }): void => {
    // The picture is not here yet.
    if (size.width === 0) return
    isPressed.current = true
    setAt(place)
    mask.press(strokeAt(place))
  }
  const onKey = (event: KeyboardEvent): void => {
    const way = ARROWS[event.key]
    const from = at ?? { x: 0.5, y: 0.5 }
    if (way !== undefined) {
      const step = (event.shiftKey ? LARGE_STEP : STEP) * shorter()
      goTo({
        x: within(from.x + (way[0] * step) / size.width),
        y: within(from.y + (way[1] * step) / size.height),
      })
    } else if (event.key === ' ') {
      if (!event.repeat && !isPressed.current) press(from)
    } else if (event.key === '[' || event.key === ']') {
      onPercent(Math.min(40, Math.max(1, percent + (event.key === ']' ? 1 : -1))))
    } else if (event.key === 'z' && (event.ctrlKey || event.metaKey)) mask.undo()
    else return
    event.preventDefault()
  }
  return (
    <div className="mask-stage">
      <div className="mask-picture">
        <img
          src={fileAddressHere(picture.url)}
          alt={picture.name}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            setSize({ width, height })
            mask.begin(width, height)
          }}
        />
        <canvas
          ref={canvas}
          // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- keys paint here; no other role lets them through
          role="application"
          aria-label="Mask: arrow keys move the brush, Space paints"
          tabIndex={0}
          onPointerDown={(event) => {
            if (event.button !== 0 || !event.isPrimary) return
            event.currentTarget.setPointerCapture(event.pointerId)
            press(placeOf(event))
          }}
          onPointerMove={(event) => event.isPrimary && goTo(placeOf(event))}
          onPointerUp={letGo}
          onPointerCancel={letGo}
          onPointerLeave={() => !isPressed.current && setAt(undefined)}
          onKeyDown={onKey}
          onKeyUp={({ key }) => key === ' ' && letGo()}
          onFocus={() => setAt((before) => before ?? { x: 0.5, y: 0.5 })}
          onBlur={() => {
            letGo()
            setAt(undefined)
          }}
        />
        {at !== undefined && <Ring at={at} percent={percent} size={size} />}
      </div>
    </div>
  )
}

/** Where the brush is and how large: the pointer alone does not say it. */
function Ring({
  at,
  percent,
  size: { width, height },
}: {
  at: { x: number; y: number }
  percent: number
  size: { width: number; height: number }
}) {
  const share = (percent * Math.min(width, height)) / Math.max(1, width)
  return <span className="mask-ring" style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%`, width: `${share}%` }} />
}

function within(part: number): number {
  return Math.min(1, Math.max(0, part))
}
