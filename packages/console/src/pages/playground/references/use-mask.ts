import { useRef, useState, type RefObject } from 'react'
import { contextOf, drawStroke, maskOf, paintedShare, redraw, type Stroke } from './mask-strokes.ts'

export type Mask = {
  /** Gives the canvas the size of the picture, and the mask that it had. */
  begin: (width: number, height: number) => void
  /** Adds a whole mark. */
  add: (stroke: Stroke) => void
  /** Begins a line, goes on with it, ends it. */
  press: (stroke: Stroke) => void
  move: (x: number, y: number) => void
  release: () => void
  undo: () => void
  canUndo: boolean
  /** How much is painted, from 0 to 1. */
  share: number
  read: () => string
}

/** What is being painted: the marks so far, upon the mask that the picture had. */
export function useMask(canvas: RefObject<HTMLCanvasElement | null>, before: string | undefined): Mask {
  const strokes = useRef<Stroke[]>([])
  const line = useRef<Stroke>(undefined)
  const base = useRef<HTMLImageElement>(undefined)
  const [state, setState] = useState({ share: 0, count: 0 })
  const onCanvas = (work: (context: CanvasRenderingContext2D) => void): void => {
    if (canvas.current !== null) work(contextOf(canvas.current))
  }
  const measure = (): void =>
    onCanvas((context) => setState({ share: paintedShare(context.canvas), count: strokes.current.length }))
  const redrawAll = (): void => {
    onCanvas((context) => redraw(context, strokes.current, base.current))
    measure()
  }
  const press = (stroke: Stroke): void => {
    line.current = stroke
    strokes.current = [...strokes.current, stroke]
    onCanvas((context) => drawStroke(context, stroke))
  }
  const release = (): void => {
    line.current = undefined
    measure()
  }
  return {
    begin: (width, height) => {
      if (canvas.current === null) return
      Object.assign(canvas.current, { width, height })
      if (before === undefined) return
      const image = new Image()
      image.addEventListener('load', () => {
        base.current = image
        redrawAll()
      })
      image.src = before
    },
    add: (stroke) => {
      press(stroke)
      release()
    },
    press,
    move: (x, y) => {
      const stroke = line.current
      if (stroke === undefined || !('points' in stroke)) return
      stroke.points.push({ x, y })
      onCanvas((context) => drawStroke(context, stroke, stroke.points.length - 1))
    },
    release,
    undo: () => {
      strokes.current = strokes.current.slice(0, -1)
      redrawAll()
    },
    canUndo: state.count > 0,
    share: state.share,
    read: () => (canvas.current === null ? '' : maskOf(canvas.current)),
  }
}
