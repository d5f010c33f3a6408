import { drawingOf } from '../../art.ts'
import type { Binding } from './binding.ts'
import { move } from './troupe.ts'

/** The window at which who drives is seen: its middle in shares of the drawing, and how tall a head is there. */
type Cab = { x: number; y: number; tall: number }

const CABS: Readonly<Record<string, Cab>> = {
  automobile: { x: 0.46, y: 0.31, tall: 0.34 },
  taxi: { x: 0.43, y: 0.36, tall: 0.32 },
  bus: { x: 0.16, y: 0.4, tall: 0.32 },
  minibus: { x: 0.24, y: 0.38, tall: 0.32 },
  'delivery-truck': { x: 0.28, y: 0.4, tall: 0.26 },
  'fire-engine': { x: 0.25, y: 0.38, tall: 0.28 },
  tractor: { x: 0.75, y: 0.27, tall: 0.42 },
  helicopter: { x: 0.22, y: 0.5, tall: 0.3 },
  rocket: { x: 0.64, y: 0.22, tall: 0.22 },
  'small-airplane': { x: 0.68, y: 0.38, tall: 0.26 },
  'sport-utility-vehicle': { x: 0.39, y: 0.26, tall: 0.36 },
  'police-car': { x: 0.42, y: 0.32, tall: 0.3 },
  ambulance: { x: 0.3, y: 0.4, tall: 0.34 },
  'pickup-truck': { x: 0.31, y: 0.25, tall: 0.32 },
  van: { x: 0.37, y: 0.24, tall: 0.34 },
  jeep: { x: 0.45, y: 0.26, tall: 0.34 },
  limousine: { x: 0.4, y: 0.2, tall: 0.4 },
  'semi-truck': { x: 0.21, y: 0.31, tall: 0.26 },
  'dump-truck': { x: 0.18, y: 0.24, tall: 0.24 },
  'cement-truck': { x: 0.18, y: 0.24, tall: 0.24 },
  'tow-truck': { x: 0.3, y: 0.31, tall: 0.22 },
  'monster-truck': { x: 0.45, y: 0.14, tall: 0.22 },
  'ice-cream-truck': { x: 0.22, y: 0.55, tall: 0.19 },
  'racing-car': { x: 0.46, y: 0.2, tall: 0.6 },
}

/** Seats who drives behind the window of a vehicle that has one, so that the head is seen there; says whether it did. */
export function seatInCab({ parent, other, children, kindOf, artOf }: Binding): boolean {
  const cab = Object.hasOwn(CABS, other.art) ? CABS[other.art] : undefined
  const [driver, ...others] = children
  if (!cab || !driver || others.length > 0 || driver.pieces.length > 1) return false
  const head = drawingOf(artOf(driver))?.box
  if (!head || !/^(person|animal|face)/.test(kindOf(driver))) return false
  const { own } = driver
  delete own.posture
  delete own.base
  own.held = []
  own.pose = 'bust'
  own.height = parent.own.height * cab.tall
  own.width = (own.height * head.width) / head.height
  move(
    driver,
    parent.own.x + parent.own.width * (cab.x - 0.5) - own.x,
    parent.own.foot - parent.own.height * (1 - cab.y) + own.height / 2 - own.foot,
    parent.own.order + 0.5,
  )
  return true
}
