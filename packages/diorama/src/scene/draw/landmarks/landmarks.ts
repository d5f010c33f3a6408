import type { Landmark } from '../../../place-features.ts'
import type { Pen } from '../pen.ts'
import * as asia from './asia.ts'
import * as europe from './europe.ts'
import * as others from './others.ts'

/** A landmark: how it is drawn in its own height, how far it reaches to each side, and how tall it stands in units. */
export type LandmarkDrawing = { draw: (pen: Pen) => void; half: number; units: number; centred?: boolean }

function decoTower(pen: Pen): void {
  const stone = '#c9b49a'
  for (const [half, top] of [
    [0.17, 0.28],
    [0.13, 0.48],
    [0.09, 0.72],
    [0.06, 0.79],
    [0.035, 0.85],
  ] as const) {
    pen.box(-half, 0, half * 2, top, stone)
    pen.box(half * 0.45, 0, half * 0.55, top, '#a8927a')
  }
  for (const x of [-0.055, -0.02, 0.015]) pen.box(x, 0.06, 0.014, 0.62, '#8a7a70')
  pen.poly('#a8927a', [-0.03, 0.85, 0.03, 0.85, 0, 0.92])
  pen.line('#8a8a92', 0.012, [0, 0.9, 0, 1])
}

function redTower(pen: Pen): void {
  const red = '#e2503a'
  const white = '#f6efe6'
  const half = (y: number) => 0.19 * (1 - y) ** 1.9 + 0.008
  const bands = 9
  for (let i = 0; i < bands; i++) {
    const [a, b] = [(i / bands) * 0.9, ((i + 1) / bands) * 0.9]
    pen.poly(i % 2 ? white : red, [-half(a), a, half(a), a, half(b), b, -half(b), b])
  }
  pen.arch(0, 0, 0.2, 0.12, '#8a4a44')
  pen.box(-0.09, 0.34, 0.18, 0.045, white)
  pen.box(-0.04, 0.64, 0.08, 0.03, white)
  pen.line(red, 0.01, [0, 0.88, 0, 1])
}

/** How each landmark is drawn. */
export const LANDMARK_DRAWINGS: Record<Landmark, LandmarkDrawing> = {
  'eiffel-tower': { draw: europe.eiffelTower, half: 0.22, units: 50 },
  'red-tower': { draw: redTower, half: 0.2, units: 50 },
  'big-ben': { draw: europe.bigBen, half: 0.45, units: 44 },
  colosseum: { draw: europe.colosseum, half: 1.02, units: 22 },
  parthenon: { draw: europe.parthenon, half: 1.5, units: 22 },
  'onion-domes': { draw: europe.onionDomes, half: 0.5, units: 42 },
  'leaning-tower': { draw: europe.leaningTower, half: 0.24, units: 44 },
  'hilltop-castle': { draw: europe.hilltopCastle, half: 0.7, units: 40 },
  'column-gate': { draw: europe.columnGate, half: 0.8, units: 28 },
  'stone-circle': { draw: europe.stoneCircle, half: 1.65, units: 23, centred: true },
  'taj-mahal': { draw: asia.tajMahal, half: 1, units: 36, centred: true },
  'great-mosque': { draw: asia.greatMosque, half: 1, units: 34, centred: true },
  'palace-gate': { draw: asia.palaceGate, half: 1.5, units: 30, centred: true },
  'angkor-towers': { draw: asia.angkorTowers, half: 1.3, units: 30, centred: true },
  torii: { draw: asia.torii, half: 0.64, units: 28 },
  'needle-tower': { draw: asia.needleTower, half: 0.12, units: 50 },
  'pearl-tower': { draw: asia.pearlTower, half: 0.24, units: 48 },
  'deco-tower': { draw: decoTower, half: 0.18, units: 52 },
  pyramids: { draw: others.pyramids, half: 1.72, units: 27, centred: true },
  'rock-facade': { draw: others.rockFacade, half: 1.5, units: 46, centred: true },
  'wide-arms-statue': { draw: others.wideArmsStatue, half: 0.9, units: 46 },
  'shell-roofs': { draw: others.shellRoofs, half: 1.1, units: 24, centred: true },
  'stepped-pyramid': { draw: others.steppedPyramid, half: 0.86, units: 34 },
  'red-bridge': { draw: (pen) => others.suspensionBridge(pen, '#cf4a34'), half: 2.4, units: 30, centred: true },
  'tower-bridge': { draw: others.towerBridge, half: 2.4, units: 34, centred: true },
  'stone-heads': { draw: others.stoneHeads, half: 1.3, units: 22 },
  'inca-city': { draw: others.incaCity, half: 1.5, units: 46, centred: true },
  'saucer-tower': { draw: others.saucerTower, half: 0.18, units: 50 },
}
