import type { Posture } from '../../brief.ts'
import type { Bond } from '../../staging/stage-plan.ts'
import { bringToHands, busy, hasTool, workPoint } from './at-work.ts'
import { ring } from './arranged.ts'
import { heightOf, spacingOf, widthOf, type Binding } from './binding.ts'
import { dipInto } from './dip-into.ts'
import { moved, rope } from './pull.ts'
import { tug } from './tug.ts'
import { boundsOfPieces, mirror, move, resize, type Troupe } from './troupe.ts'

const AHEAD = /^(ahead|leashed)$/
const CLOSE = /^(reach|kneel|hug|push|stir|dip|dip-high)$/
// Drawn with the keys on the left, where nobody sits who looks left.
const KEYS_LEFT = /^piano$/
const isAlive = (kind: string) => /^(animal|person)/.test(kind)

// How far two reach into each other: mouth to ear, face to face, hand in hand.
const TOUCHING: Partial<Record<Posture, number>> = {
  whisper: -0.12,
  hug: -0.44,
  kiss: -0.26,
  'high-five': -0.03,
  'shake-hands': -0.06,
  waltz: -0.32,
  help: -0.08,
  // Bent down to their feet.
  'tie-shoe': -0.12,
}

function gapOf(parent: Troupe, child: Troupe, how: Bond['how']): number {
  const near = Math.min(parent.own.height, heightOf(child))
  if (AHEAD.test(how)) return near * 0.3
  // The head of whoever lies is before the hands.
  if (parent.own.posture === 'help' && /^(lie|sleep)$/.test(child.own.posture ?? '')) return near * -0.5
  const { [parent.own.posture ?? 'stand']: touching } = TOUCHING
  if (touching !== undefined) return near * touching
  return near * (CLOSE.test(parent.own.posture ?? '') ? -0.05 : 0.05)
}

// How far what is over the head of who looks left reaches beyond them.
function reachOfShelter({ own }: Troupe): number {
  if (own.posture !== 'shelter' || !own.base || !own.held?.some(({ grip }) => grip === 'above')) return 0
  const feet = own.x + own.width * own.base.x * (own.flip ? -1 : 1)
  const body = feet - (own.width * own.base.width) / 2
  return Math.max(0, body - (own.x - own.width / 2))
}

// Things and beasts that are tended, and whomever a tool is used on.
const isUnderHands = ({ parent, bond, kindOf }: Binding, child: Troupe): boolean =>
  bond.how === 'tended' || !isAlive(kindOf(child)) || hasTool(parent.own)

// Who is met looks back, and the keys are on the side of who plays.
function turnBack({ parent, kindOf, artOf }: Binding, child: Troupe): void {
  const looks = child.own.posture !== undefined || isAlive(kindOf(child))
  if (KEYS_LEFT.test(artOf(child))) mirror(child.pieces)
  if (looks && child.own.flip === parent.own.flip) mirror(child.pieces)
}

// In front of somebody who looks left is on the left.
function facing(binding: Binding): void {
  const { parent, other, children, bond, kindOf, artOf } = binding
  const hands = AHEAD.test(bond.how) ? undefined : workPoint(parent.own, other)
  let { left } = boundsOfPieces(parent.pieces)
  // The work is between who does it and who looks on.
  const things = children.toSorted((a, b) => Number(isAlive(kindOf(a))) - Number(isAlive(kindOf(b))))
  for (const [at, { child, step, back }] of spacingOf(things).entries()) {
    if (bond.how === 'facing') turnBack(binding, child)
    if (at === 0 && hands && isUnderHands(binding, child)) {
      if (!dipInto(binding, child, hands))
        bringToHands(parent, child, { art: artOf(child), kind: kindOf(child), deep: bond.how === 'tended' }, hands)
      left = Math.min(left, boundsOfPieces(child.pieces).left)
      continue
    }
    const over = at === 0 && bond.how === 'facing' ? reachOfShelter(parent) : 0
    const box = boundsOfPieces(child.pieces)
    const gap = (at === 0 ? gapOf(parent, child, bond.how) : 0) - over * 0.9
    // The umbrella is before whom it is held over.
    const order = parent.own.order + (over > 0 ? -0.4 : 0.4) - back
    move(child, left - gap - box.right, parent.own.foot - back, order)
    left -= gap + step
  }
}

// A dog that is walked goes ahead, as far as its leash is long.
function leashed(binding: Binding): void {
  facing(binding)
  for (const child of binding.children) rope(binding, child)
}

function beside({ parent, children }: Binding): void {
  let { right } = boundsOfPieces(parent.pieces)
  for (const { child, step, back } of spacingOf(children)) {
    const box = boundsOfPieces(child.pieces)
    const inHand = parent.own.posture === 'hold-hands' && child.own.posture === 'hold-hands'
    // What one leans against touches the back.
    const leans = parent.own.posture === 'lean' && child === children[0]
    const near = Math.min(parent.own.height, heightOf(child)) * (inHand ? -0.03 : 0.06)
    const gap = leans ? parent.own.height * -0.17 : near
    move(child, right + gap - box.left, parent.own.foot - back, parent.own.order + 0.2 - back)
    right += gap + step
  }
}

// Three and more have it over their heads, as long as their row is.
function borneByMany({ parent, children }: Binding): void {
  const step = Math.max(...children.map(widthOf)) * 0.8
  const tall = Math.max(...children.map(heightOf))
  const wished = Math.max(1, (step * (children.length - 0.4)) / parent.own.width)
  resize(parent, Math.min(wished, (tall * 0.7) / parent.own.height))
  for (const piece of parent.pieces) {
    piece.contact = 'air'
    piece.foot -= tall * 0.94
    // It goes where they go.
    piece.carrier = (children[0] as Troupe).own.subject
  }
  children.forEach((child, at) =>
    move(child, parent.own.x + step * (at - (children.length - 1) / 2), 0, parent.own.order - 1 - at * 0.01),
  )
}

// One on each side, turned to the middle; houses and trees stand a little back.
function flank(binding: Binding): void {
  const { parent, children, kindOf } = binding
  if (children.length > 2 && children.every(({ own }) => own.posture === 'lift')) return borneByMany(binding)
  let { left, right } = boundsOfPieces(parent.pieces)
  // What two carry is off the ground, as high as their hands.
  const borne = children.length === 2 && children.every(({ own }) => own.posture === 'carry')
  const down = borne ? Math.max(...children.map(heightOf)) * 0.24 : 0
  if (borne) for (const piece of parent.pieces) piece.contact = 'air'
  for (const [at, child] of children.entries()) {
    const onLeft = at % 2 === 0
    const alive = isAlive(kindOf(child))
    if (onLeft && alive) mirror(child.pieces)
    const box = boundsOfPieces(child.pieces)
    const gap = borne ? -widthOf(child) * 0.22 : Math.min(parent.own.height, heightOf(child)) * 0.05
    const x = onLeft ? left - gap - box.right : right + gap - box.left
    const back = alive ? 0 : heightOf(child) * 0.05
    move(child, x, parent.own.foot - back + down, parent.own.order - back)
    if (onLeft) left -= gap + widthOf(child)
    else right += gap + widthOf(child)
  }
}

// What is on the table leaves the faces behind it free.
function lowered({ own, pieces }: Troupe, most: number): void {
  for (const piece of pieces) {
    if (piece === own || piece.height <= most) continue
    const factor = most / piece.height
    piece.height *= factor
    piece.width *= factor
  }
}

// Whoever sits alone behind a table is seen beside what is on it.
function asideOnTable({ own, pieces }: Troupe): void {
  const on = pieces.filter((piece) => piece !== own && piece.foot < own.foot - own.height * 0.6)
  const tall = on.some(({ height }) => height > own.height * 0.24)
  if (tall) for (const piece of on) piece.x -= own.width * 0.26
}

type Seats = { left: Troupe | undefined; right: Troupe | undefined; behind: Troupe[] }

// One on each side, the others behind: the tall ones, who are seen over the table and over what is on it. Alone at a desk
// one sits behind it, unless somebody stands before.
function seatsOf({ other, children }: Binding): Seats {
  const alone = children.length === 1 && other.art === 'table' && children[0]?.pieces.length === 1
  if (alone) return { left: undefined, right: undefined, behind: children }
  const [first, second, ...behind] = children.toSorted((a, b) => heightOf(a) - heightOf(b))
  return { left: second && first, right: second ?? first, behind }
}

// Who has the hands on a table has the knees under it.
function nearTable(guest: Troupe): number {
  const works = guest.pieces.some(({ posture }) => posture === 'sit-working')
  return widthOf(guest) * (works ? -0.2 : 0.04)
}

// About a table or a fire.
function around(binding: Binding): void {
  const { parent, children, kindOf } = binding
  // Stones lie in a ring about a fire; chairs with somebody on them stand at a table.
  const bare = (child: Troupe) => !isAlive(kindOf(child)) && child.own.contact !== 'air' && child.pieces.length === 1
  if (children.length > 2 && children.every(bare)) return ring(binding)
  // A bee about a flower is in the air, at the height of the blossom.
  for (const child of children)
    if (child.own.contact === 'air' && child.own.posture !== 'jump') child.own.foot -= parent.own.height * 0.5
  const { left, right, behind } = seatsOf(binding)
  if (behind[0]) lowered(parent, heightOf(behind[0]) * 0.3)
  if (behind.length === 1 && !left) asideOnTable(parent)
  const box = boundsOfPieces(parent.pieces)
  if (left) {
    if (isAlive(kindOf(left)) || left.pieces.length > 1) mirror(left.pieces)
    const x = box.left - nearTable(left) - boundsOfPieces(left.pieces).right
    move(left, x, parent.own.foot, parent.own.order - 0.1)
  }
  if (right)
    move(
      right,
      box.right + nearTable(right) - boundsOfPieces(right.pieces).left,
      parent.own.foot,
      parent.own.order - 0.1,
    )
  const room = Math.max(parent.own.width, behind.reduce((sum, child) => sum + widthOf(child), 0) * 0.8)
  behind.forEach((child, at) => {
    const x = parent.own.x + room * ((at + 0.5) / behind.length - 0.5)
    const back = heightOf(child) * 0.1 + (parent.own.height < heightOf(child) * 0.5 ? 0 : parent.own.height * 0.12)
    move(child, x, parent.own.foot - back, parent.own.order - 1)
  })
}

// Behind the back of the first, one after the other.
function trailing({ parent, children }: Binding): void {
  let { right } = boundsOfPieces(parent.pieces)
  for (const child of children) {
    const box = boundsOfPieces(child.pieces)
    const gap = Math.min(parent.own.height, heightOf(child)) * 0.12
    move(child, right + gap - box.left, parent.own.foot, parent.own.order + 0.2)
    right += gap + widthOf(child)
  }
}

// Where the eyepiece of the drawing is, in shares of its height from the ground.
const EYEPIECE = 0.62

// As large as brings its eyepiece to the eye.
function eyepiece({ parent, children }: Binding): void {
  for (const child of children) {
    resize(child, (parent.own.height * 0.62) / (heightOf(child) * EYEPIECE))
    const own = boundsOfPieces(child.pieces)
    const x = parent.own.x - parent.own.width * 0.02 - own.right
    move(child, x, parent.own.foot, parent.own.order + 0.4)
  }
}

// Side by side before one cart: the second is behind the first, half a head further.
function abreast({ parent, children }: Binding): void {
  for (const child of children)
    move(
      child,
      // People stand further apart, so that both faces are seen.
      parent.own.x - parent.own.width * (parent.own.height > parent.own.width * 1.2 ? 0.6 : 0.2),
      parent.own.foot - parent.own.height * 0.09,
      parent.own.order - 0.3,
    )
}

// Under the muzzle, which is at the left end of who looks left; what is drunk from lies flat before the feet.
function lapped({ parent, children, artOf }: Binding): void {
  for (const child of children) {
    const den = artOf(child) === 'burrow'
    const bowl = artOf(child) === 'pet-bowl' || den
    resize(child, (parent.own.width * (den ? 0.56 : bowl ? 0.4 : 0.9)) / widthOf(child))
    const own = boundsOfPieces(child.pieces)
    const wide = own.right - own.left
    const muzzle = parent.own.x - parent.own.width * (bowl ? 0.36 : 0.46)
    const x = muzzle - wide * (bowl ? 0.1 : 0.26) - (own.left + own.right) / 2
    move(child, x, parent.own.foot + heightOf(child) * (bowl ? 0.1 : 0.34), parent.own.order + (bowl ? 0.3 : -0.3))
  }
}

/** How those are placed who stand about somebody on the same ground. */
export const COMPANY = {
  facing,
  ahead: facing,
  leashed,
  tended: facing,
  busy,
  beside,
  flank: (binding: Binding) => (binding.other.art === 'tug-rope' ? tug(binding) : flank(binding)),
  around,
  trailing,
  abreast,
  pulled: moved,
  pushed: moved,
  eyepiece,
  lapped,
} as const
