import type { Tiling } from '../../../design.ts'
import { backdrop } from '../../draw/backdrop.ts'
import type { Part } from '../../layers.ts'
import type { Stage } from '../../stage.ts'
import { groundAndInks, sheetPalette } from '../sheet-palette.ts'
import {
  argyle,
  checker,
  chevron,
  damask,
  dots,
  herringbone,
  plaid,
  scales,
  stripes,
  terrazzo,
  waves,
} from './cloths.ts'
import type { Plane } from './lattices.ts'
import { azulejo, hexagons, starHexagons, stars, triangles } from './tiles.ts'

const TILINGS: Record<Tiling, (plane: Plane) => void> = {
  'star-hexagons': starHexagons,
  stars,
  azulejo,
  hexagons,
  triangles,
  herringbone,
  chevron,
  scales,
  checker,
  plaid,
  terrazzo,
  argyle,
  dots,
  stripes,
  damask,
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
