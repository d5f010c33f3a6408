import type { Tiling } from '../../../design.ts'
import { backdrop } from '../../draw/backdrop.ts'
import type { Part } from '../../layers.ts'
import type { Stage } from '../../stage.ts'
import { groundAndInks, sheetPalette } from '../sheet-palette.ts'
import { checker, chevron, dots, herringbone, plaid, stars, stripes, triangles, waves } from './cloths.ts'
import type { Plane } from './lattices.ts'

const TILINGS: Record<Tiling, (plane: Plane) => void> = {
  stars,
  triangles,
  herringbone,
  chevron,
  checker,
  plaid,
  dots,
  stripes,
  waves,
}

/** A plane covered by a rule, in the colours that were named; every edge meets its opposite. */
export async function tilingParts(stage: Stage): Promise<Part[]> {
  const { width, height, unit, brief } = stage
  const paint = TILINGS[brief.design?.tiling ?? 'stars']
  const colours = groundAndInks(sheetPalette(stage))
  const random = stage.random.fork('tiling')
  return [backdrop(stage, (context) => paint({ context, width, height, unit, random, ...colours }))]
}
