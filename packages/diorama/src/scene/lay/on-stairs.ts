import { flightOf } from '../../staging/stairs.ts'
import { carriedBy, heightOf, widthOf, type Binding } from './binding.ts'
import { boundsOfPieces, mirror, move } from './troupe.ts'

/** Sets everybody on a step of their own, stairs being as large as those on them ask for; false where it is no stairs. */
export function setOnStairs(binding: Binding): boolean {
  const { parent, other, children } = binding
  const flight = flightOf(other.art)
  if (!flight) return false
  const { own, shape } = parent
  const wide = children.reduce((sum, child) => sum + widthOf(child), 0)
  own.height = Math.max(flight.least, Math.max(...children.map(heightOf)) * flight.times)
  own.width = Math.max(own.height * flight.aspect, flight.broad ? wide * 1.5 : 0)
  shape.width = own.width
  shape.height = own.height
  children.forEach((child, at) => {
    const spot = flight.spots[at % flight.spots.length] ?? { x: 0.5, y: 0.5 }
    const x = flight.broad ? 0.12 + (0.76 * (at + 0.5)) / children.length : spot.x
    if (flight.rises && /^(walk|run)$/.test(child.own.posture ?? child.own.deed ?? '')) mirror(child.pieces)
    const box = boundsOfPieces(child.pieces)
    const y = own.foot - own.height * (1 - spot.y) + child.shape.rest
    move(child, own.x + own.width * (x - 0.5) - (box.left + box.right) / 2, y, own.order + 0.5 + at * 0.01)
  })
  carriedBy(binding, true)
  return true
}
