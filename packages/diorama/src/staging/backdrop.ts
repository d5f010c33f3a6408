import type { Subject } from '../brief.ts'
import { isAlive, metresOf } from './real-sizes.ts'
import type { Role } from './stage-plan.ts'

// What stands behind everybody where nothing else is said: houses, trees, coaches.
const BACKDROPS = /^(place-(building|religious|other)|plant-other|transport-ground)/
const LARGE = 2.8
// What has its place in the water or the air does not stand before a house.
const ELSEWHERE = /^(animal-marine|transport-(water|air)|sky)/
const FLYING = /^(butterfly|honeybee|bat|kite|balloon|hot-air-balloon|ghost|fairy)$/

const isBackdrop = (one: Subject) => BACKDROPS.test(one.kind) && metresOf(one) >= LARGE

/** Sets whoever has no place of their own before the largest thing that has none: in a row with it they would be small. */
export function withBackdrop(roles: Role[], entities: readonly Subject[]): void {
  const subjectOf = ({ entity }: Role) => entities[entity] as Subject
  const roots = roles.flatMap((role, at) =>
    role.bond || subjectOf(role).far ? [] : [{ role, at, subject: subjectOf(role) }],
  )
  const behind = roots.filter(({ subject }) => isBackdrop(subject))
  const [largest] = behind.toSorted((a, b) => metresOf(b.subject) - metresOf(a.subject))
  if (!largest) return
  const before = roots.filter(
    ({ role, subject }) =>
      !role.aloft &&
      !ELSEWHERE.test(subject.kind) &&
      !FLYING.test(subject.art) &&
      metresOf(subject) < metresOf(largest.subject) * 0.7,
  )
  if (!roles.some((role) => isAlive(subjectOf(role)))) return
  for (const { role, at } of before) if (at !== largest.at) role.bond = { how: 'before', role: largest.at }
}
