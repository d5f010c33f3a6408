import type { Looks } from '../../brief.ts'
import { FIGURES_OF_LEGEND } from './figures-of-legend.ts'
import { KINDS_OF_PEOPLE } from './kinds-of-people.ts'
import { PEOPLE_OF_LANDS } from './people-of-lands.ts'
import type { RoleTraits } from './role-traits.ts'

const overall = (colour: string): Looks => ({ top: colour, legs: colour })
const hat = (art: string, colour?: string): Looks => ({ hat: { art, ...(colour && { colour }) } })

// The words for each are in `words/things/trades.txt`.
const ROLES: Readonly<Record<string, RoleTraits>> = {
  ...KINDS_OF_PEOPLE,
  ...FIGURES_OF_LEGEND,
  ...PEOPLE_OF_LANDS,
  anyone: { art: 'person' },
  angler: { art: 'man', looks: { ...hat('straw-hat', '#8a8a5a'), top: '#6f7f4a' }, tool: 'fishing-pole' },
  archaeologist: { art: 'person', looks: { ...hat('straw-hat', '#b08a52'), top: '#c2a878' } },
  archer: { art: 'person', looks: { top: '#4a7a3f' }, tool: 'bow-and-arrow' },
  biker: { art: 'person', looks: { ...overall('#2b2b33'), ...hat('rescue-workers-helmet', '#2b2b33') } },
  boxer: {
    art: 'person',
    looks: { bareChest: true, shorts: '#c0392b', gloves: '#c0392b' },
    does: 'fight',
    home: 'boxing-ring',
  },
  karateka: { art: 'person', looks: { top: '#f4f1ea', legs: '#f4f1ea', sash: '#26262b' }, does: 'fight', home: 'gym' },
  cleaner: { art: 'person', looks: { top: '#5a8aa8' }, tool: 'broom' },
  cobbler: { art: 'person', looks: { top: '#8a5f3a' }, tool: 'hammer', home: 'workshop' },
  diver: { art: 'person', looks: { ...overall('#22303c'), ...hat('diving-mask') }, does: 'swim', home: 'underwater' },
  driver: { art: 'person', looks: hat('billed-cap', '#39455f') },
  fisherman: { art: 'old-man', looks: { ...hat('straw-hat', '#d9b13d'), top: '#c8922e' }, tool: 'fishing-pole' },
  fisherwoman: {
    art: 'woman',
    looks: { ...hat('straw-hat', '#d9b13d'), top: '#e0b13a' },
    tool: 'fishing-pole',
    home: 'sea',
  },
  footballer: { art: 'person', looks: { top: '#c0392b', legs: '#f2efe8' }, home: 'stadium' },
  gardener: {
    art: 'person',
    looks: { ...hat('straw-hat', '#d9b84a'), top: '#4f8a4a', legs: '#3f5f8a' },
    home: 'garden',
  },
  'hockey-player': {
    art: 'person',
    looks: { ...hat('rescue-workers-helmet', '#2f4f8a'), top: '#c0392b', legs: '#2b2b33' },
    tool: 'ice-hockey',
    home: 'ice-rink',
  },
  'disc-jockey': {
    art: 'person',
    looks: { ...hat('billed-cap', '#2b2b33'), top: '#5a3a8a' },
    tool: 'record-player',
    home: 'bar',
  },
  gondolier: {
    art: 'man',
    looks: { ...hat('straw-hat'), top: '#3a5f9a', striped: true, scarf: '#c0392b' },
    rides: 'gondola',
    home: 'canal',
  },
  harvester: { art: 'farmer' },
  'ice-skater': { art: 'person', looks: { top: '#5a7fc0' }, does: 'skate', home: 'ice-rink' },
  joiner: { art: 'person', looks: { top: '#b5703c', apron: '#7a5a3c' }, tool: 'carpentry-saw', home: 'workshop' },
  magician: { art: 'person-in-tuxedo', tool: 'magic-wand', home: 'stage' },
  mason: { art: 'construction-worker', home: 'building-site' },
  mime: {
    art: 'person',
    looks: { ...hat('beret'), top: '#26262b', striped: true, gloves: '#f4f1ea', legs: '#2b2b33', scarf: '#c0392b' },
  },
  miner: { art: 'construction-worker', tool: 'pick', home: 'cave' },
  nun: { art: 'woman', looks: { dress: '#33333d', veil: '#33333d', scarf: '#f4f1ea' }, home: 'church-nave' },
  parachutist: { art: 'person', looks: overall('#c8642e'), does: 'fly', tool: 'parachute' },
  'pastry-cook': { art: 'cook', home: 'bakery' },
  photographer: { art: 'person', tool: 'camera' },
  'pizza-maker': { art: 'cook', home: 'pizzeria' },
  potter: { art: 'person', looks: { top: '#a8764a' }, home: 'workshop' },
  priest: { art: 'man', looks: overall('#2b2b33') },
  reporter: { art: 'person', looks: { top: '#39507a' }, tool: 'microphone' },
  restorer: { art: 'artist', home: 'art-studio' },
  rower: { art: 'person', rides: 'rowing-boat' },
  skateboarder: { art: 'person', looks: hat('billed-cap'), rides: 'skateboard' },
  smith: { art: 'man', looks: { top: '#6a4a3c', apron: '#4a3426' }, tool: 'hammer', home: 'forge' },
  tailor: {
    art: 'person',
    looks: { top: '#f4f1ea', bib: '#4a4a5a', glasses: true },
    tool: 'scissors',
    home: 'workshop',
  },
  sailor: { art: 'man', looks: { ...hat('billed-cap', '#f4f4f0'), top: '#2f4f8a', legs: '#f2efe8' } },
  'tennis-player': { art: 'person', looks: { top: '#f2efe8', legs: '#f2efe8' }, tool: 'tennis', home: 'tennis-court' },
  // No closed helmet: who is told of by hair or face has one to see.
  viking: { art: 'person', looks: { ...hat('viking-helmet'), coat: '#7a5f3a', boots: '#5d3a1c' }, tool: 'axe' },
  warrior: {
    art: 'person',
    looks: { top: '#7d5a3c', legs: '#4a3b2e', boots: '#5d3a1c', cape: '#6e5a48' },
    tool: 'sword',
  },
  'water-carrier': { art: 'person', looks: { ...hat('billed-cap', '#2f4f8a'), top: '#2f4f8a' } },
}

// Drawings of somebody in the middle of a sport, and who they are where they do something else: the surfer who carries the
// board, the monk who feeds a cat.
const FIGURES: readonly [RegExp, string, RoleTraits][] = [
  [/surfing/, 'ride swim surf', { art: 'person', looks: overall('#2b3a4a'), tool: 'surfboard' }],
  [/rowing-boat/, 'ride', { art: 'person', rides: 'rowing-boat' }],
  [/(mountain-)?biking/, 'ride', { art: 'person', rides: 'bicycle' }],
  [/^horse-racing/, 'ride', { art: 'person', looks: { top: '#c0392b', legs: '#f2efe8' }, rides: 'horse' }],
  [/swimming|water-polo/, 'swim', { art: 'person', looks: { top: '#2f6f9a', legs: '#2f6f9a' }, does: 'swim' }],
  [/climbing/, 'climb', { art: 'person', looks: hat('rescue-workers-helmet', '#d9662e') }],
  [/^(skier|snowboarder)/, 'ride jump ski run', { art: 'person', looks: { ...overall('#2f6fb0'), glasses: true } }],
  [/golfing|juggling|cartwheeling|lifting-weights/, 'play hold jump', { art: 'person' }],
  [/fencing/, 'fight', { art: 'person', looks: overall('#f2efe8'), tool: 'sword' }],
  [/handball/, 'play jump', { art: 'person', looks: { top: '#c8642e', legs: '#2b2b33' } }],
  [/bouncing-ball/, 'play jump', { art: 'person', looks: { top: '#c8642e', legs: '#c8642e' }, tool: 'basketball' }],
  [/^(man|woman)-in-lotus-position/, 'sit', { art: 'person', looks: { top: '#3aa79a', legs: '#2b3a4a' } }],
  [/lotus-position/, 'sit', { art: 'man-bald', looks: { dress: '#c8702a' } }],
  [/^ballet-dancer/, 'dance jump', { art: 'woman', looks: { dress: '#e8a8c0' } }],
  [/^woman-dancing/, 'dance', { art: 'woman', looks: { dress: '#c0392b' } }],
  [/^man-dancing/, 'dance', { art: 'man', looks: { suit: '#7a3a9a' } }],
  [/haircut/, '', { art: 'person', looks: { top: '#f2efe8' }, tool: 'scissors' }],
]

/** Who is drawn in the middle of a sport, as somebody with joints, and the deeds that the drawing itself shows. */
export function asPerson(art: string): (RoleTraits & { shows: readonly string[] }) | undefined {
  const [, shows, traits] = FIGURES.find(([figure]) => figure.test(art)) ?? []
  if (!traits || shows === undefined) return undefined
  const gender = /^(woman|man)-/.exec(art)?.[1]
  return { ...traits, ...(gender && traits.art === 'person' && { art: gender }), shows: shows.split(' ') }
}

/** What is known of a trade; nothing for a name that is none. */
export const roleOf = (name: string | undefined): RoleTraits | undefined =>
  name !== undefined && Object.hasOwn(ROLES, name) ? ROLES[name] : undefined
