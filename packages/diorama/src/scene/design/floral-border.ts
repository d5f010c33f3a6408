import type { Canvas } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Brief, Subject } from '../../brief.ts'
import { wholePicture } from '../draw/backdrop.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { drawCentred } from './centred.ts'
import { motifPicture } from './motif.ts'

/** Whether a card has nothing on it but flowers and leaves: then they frame the words. */
export function isFloral({ studio, subjects, lettering }: Brief): boolean {
  if (studio?.sheet !== 'card' || (lettering?.texts.length ?? 0) === 0 || subjects.length === 0) return false
  // A bouquet is somebody's gift, and stands in the middle.
  return subjects.every(
    ({ kind, art }) => kind.startsWith('plant') && !/^(.*bouquet|cactus|.*-tree|potted-plant)$/.test(art),
  )
}

// A cluster for the upper left corner, in units about it: large ones near it, smaller along both edges, leaves outermost.
const CLUSTER: readonly [x: number, y: number, size: number, turn: number, leaf: boolean][] = [
  [29, 4, 9, 0.5, true],
  [4, 27, 9, -0.5, true],
  [23, 8, 10, 0.9, true],
  [9, 20, 10, -0.2, true],
  [21, 5, 9, 0.2, false],
  [5, 17, 9, -0.3, false],
  [9, 8, 15, 0, false],
]

const leaf = (): Subject | undefined => {
  const drawing = drawingOf('herb')
  return drawing && { art: drawing.id, label: drawing.label, kind: drawing.kind, count: 1, scale: 'normal' }
}

/** Flowers in the four corners of a card, the middle left to the words. */
export async function floralBorder(stage: Stage): Promise<Part[]> {
  const { width, height, unit, brief } = stage
  const flowers: Canvas[] = []
  for (const one of brief.subjects.slice(0, 3)) flowers.push(await motifPicture(one, unit * 16))
  const green = leaf()
  const leaves = green && (await motifPicture(green, unit * 11))
  return [
    {
      kind: 'sheet',
      role: 'subject',
      depth: 1,
      ...wholePicture(stage),
      draw(context) {
        for (const [flipX, flipY] of [
          [1, 1],
          [-1, 1],
          [1, -1],
          [-1, -1],
        ] as const) {
          context.save()
          context.translate(flipX > 0 ? 0 : width, flipY > 0 ? 0 : height)
          context.scale(flipX, flipY)
          for (const [index, [x, y, size, turn, isLeaf]] of CLUSTER.entries()) {
            const picture = isLeaf ? leaves : flowers[index % flowers.length]
            if (!picture) continue
            context.save()
            context.translate(x * unit, y * unit)
            // Flowers look up in every corner.
            context.scale(flipX, flipY)
            context.rotate(turn * flipX)
            drawCentred(context, picture, (size * unit) / Math.max(picture.width, picture.height))
            context.restore()
          }
          context.restore()
        }
      },
    },
  ]
}
