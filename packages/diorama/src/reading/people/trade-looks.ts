import type { Looks } from '../../brief.ts'
import { looksOfTrade } from '../../scene/rig/heads.ts'
import { roleOf } from './roles.ts'

const overall = (colour: string): Looks => ({ top: colour, legs: colour })
const hat = (art: string, colour?: string): Looks => ({ hat: { art, ...(colour && { colour }) } })

// What tells a trade at a glance on somebody who only wears it, where it is more than whoever has the trade wears: a cat as
// a pirate, a boy dressed as a cook.
const BY_DRAWING: readonly [RegExp, Looks][] = [
  [/superhero/, { ...overall('#2f5fc0'), cape: '#c8302c', boots: '#c8302c' }],
  [/astronaut/, { ...overall('#e9eef2'), ...hat('space-helmet'), boots: '#b8c2ca', gloves: '#b8c2ca' }],
  [/pirate/, { ...hat('pirate-hat'), coat: '#7a2f35', boots: '#3a2a22' }],
  [/mage|witch/, { ...hat('wizard-hat'), dress: '#4a4f9a' }],
  [/cook/, { ...hat('chef-hat'), top: '#f6f6f4', apron: '#f4f1ea' }],
  [/detective/, { ...hat('fedora'), coat: '#b09a6a' }],
  [/samurai/, { dress: '#8a2f3a', scarf: '#2b2b33' }],
  [/ninja/, { ...overall('#2b2b33'), mask: '#2b2b33', boots: '#1c1c22' }],
  [/knight/, { ...hat('military-helmet', '#a8b0ba'), top: '#a8b0ba', legs: '#8f98a4', boots: '#8f98a4' }],
  [/crown|^prince|king|queen/, { ...hat('crown'), cape: '#a02040', top: '#6a4a9a' }],
  [/princess/, { ...hat('crown'), dress: '#e58ab5' }],
  [/cowboy/, { ...hat('cowboy-hat'), top: '#c08a4a', legs: '#3f5f8a', scarf: '#c0392b', boots: '#6a4a36' }],
  [/police|guard/, { ...hat('billed-cap', '#2f4f8a'), ...overall('#2f4f8a') }],
  [/firefighter/, { ...hat('rescue-workers-helmet', '#c0392b'), coat: '#c8922e', boots: '#2b2b33' }],
  [/construction/, { ...hat('rescue-workers-helmet'), top: '#e8842a', legs: '#3f5f8a' }],
  [/scientist/, { coat: '#f2f4f6', glasses: true }],
  [/teacher|student/, { suit: '#5a6a4a', glasses: true }],
  [/artist/, { ...hat('beret'), top: '#4a6a8a', apron: '#e8dcc0' }],
  [/pilot/, { coat: '#8a5f3a', glasses: true, scarf: '#f4f1ea' }],
  [/health-worker/, { coat: '#f6f8f8' }],
  [/claus/, { ...hat('santa-hat'), coat: '#c8302c', boots: '#2b2b33' }],
  [/tuxedo/, { suit: '#2b2b33', ...hat('top-hat') }],
  [/vampire/, { suit: '#2b2b33', cape: '#26262b' }],
  [/factory/, { ...hat('billed-cap', '#2f5fa8'), ...overall('#2f4f8a') }],
  [/office-worker|technologist/, { suit: '#3a4256' }],
]

// Of a word that has no drawing of its own, what it is known by.
const BY_WORD: readonly [RegExp, Looks][] = [
  [
    /^vi(c?)king|^wiking|^викинг|^vichingo|维京|バイキング|바이킹/,
    { ...hat('viking-helmet'), coat: '#7a5f3a', boots: '#5d3a1c' },
  ],
]

/** What somebody wears who is dressed as someone of a trade; nothing for who is known by no clothes. */
export function tradeLooks({
  art,
  role,
  text,
}: {
  art: string
  role?: string | undefined
  text: string
}): Looks | undefined {
  const word = BY_WORD.find(([name]) => name.test(text))?.[1]
  return word ?? roleOf(role)?.looks ?? BY_DRAWING.find(([name]) => name.test(art))?.[1] ?? looksOfTrade(art)
}
