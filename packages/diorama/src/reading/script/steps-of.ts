import type { Script, Subject, Tie } from '../../brief.ts'
import { isStairs } from '../../staging/stairs.ts'

const isHouse = ({ kind }: Subject) => /^place-(building|religious)/.test(kind)
const isLeantOn = (one: Subject) => isHouse(one) || one.art === 'roof' || one.art.endsWith('-tree')

/** The steps of a temple lead up to it and a ladder leans on its house: before it, with whoever is on them. */
export function stepsOf(script: Script): Script {
  const { entities, ties } = script
  const more = entities.flatMap(({ art }, at): Tie[] => {
    const near = [at + 1, at - 1].filter((one) => entities[one])
    const house = near.find((one) => (art === 'ladder' ? isLeantOn : isHouse)(entities[one] as Subject))
    const bound = (other: number) => ties.some(({ subject }) => subject === other)
    if (!(isStairs(art) || art === 'ladder') || house === undefined || bound(at) || bound(house)) return []
    return [{ kind: 'in-front-of', subject: at, other: house }]
  })
  return more.length > 0 ? { ...script, ties: [...ties, ...more] } : script
}
