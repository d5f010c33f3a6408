import type { Looks } from '../../brief.ts'
import type { RoleTraits } from './role-traits.ts'

const overall = (colour: string): Looks => ({ top: colour, legs: colour })
const hat = (art: string, colour?: string): Looks => ({ hat: { art, ...(colour && { colour }) } })

/**
 * Kinds of people who are known by their clothes and what is in their hand, more than by a workshop. The words for each are in
 * `words/things/trades.txt`.
 */
export const KINDS_OF_PEOPLE: Readonly<Record<string, RoleTraits>> = {
  acrobat: { art: 'person', looks: { top: '#8f2f8a', legs: '#f2c63a', boots: '#8f2f8a' }, home: 'stage' },
  'african-queen': {
    art: 'woman',
    looks: { ...hat('headwrap'), dress: '#e0632a', pattern: 'checks', necklace: '#f2c63a', earrings: '#e0b13a' },
    home: 'savanna',
  },
  drummer: { art: 'person', tool: 'drum', does: 'play' },
  barista: { art: 'person', looks: { top: '#f2efe8', apron: '#4a3a30', legs: '#2b2b33' }, home: 'cafe' },
  beekeeper: {
    art: 'person',
    looks: { ...overall('#f4efdf'), ...hat('straw-hat'), veil: '#e8e4d4', gloves: '#c8b98a', boots: '#8a8a7a' },
    home: 'garden',
  },
  'belly-dancer': {
    art: 'woman',
    looks: { dress: '#c03a7a', sash: '#f2c63a', necklace: '#f2c63a', veil: '#d98ac0' },
    does: 'dance',
    home: 'stage',
  },
  businessman: { art: 'man', looks: { suit: '#3a4256' }, tool: 'briefcase', home: 'office' },
  businesswoman: { art: 'woman', looks: { suit: '#4a3f56' }, tool: 'briefcase', home: 'office' },
  butcher: {
    art: 'man',
    looks: { top: '#f2efe8', apron: '#b8473f', legs: '#3a4256' },
    tool: 'kitchen-knife',
    home: 'shop',
  },
  caveman: {
    art: 'man',
    looks: { drape: '#a8763f', beard: '#4a3526', shorts: '#8a5a2a', bareArms: true },
    tool: 'wood',
    home: 'cave',
  },
  cheerleader: { art: 'woman', looks: { top: '#c0392b', skirt: '#f4f1ea' }, does: 'jump', home: 'stadium' },
  'chief-elf': {
    art: 'elf',
    looks: { ...hat('santa-hat', '#3f9a5a'), top: '#3f9a5a', legs: '#c8302c', boots: '#c8302c' },
  },
  'chimney-sweep': { art: 'man', looks: { ...overall('#26262b'), ...hat('top-hat') }, tool: 'broom', home: 'rooftop' },
  cleopatra: {
    art: 'woman',
    looks: { ...hat('pharaoh-headdress'), dress: '#f4efe0', sash: '#2f5fa8', necklace: '#e0b13a' },
    home: 'pyramids',
  },
  conductor: { art: 'person', looks: { suit: '#26262b', bowTie: '#f4f1ea' }, tool: 'magic-wand', home: 'stage' },
  'delivery-man': {
    art: 'person',
    looks: { ...hat('billed-cap', '#c8642e'), top: '#c8642e' },
    tool: 'package',
    home: 'street',
  },
  dwarf: {
    art: 'old-man',
    looks: { ...hat('viking-helmet'), beard: '#a8522c', top: '#7a4a2a', sash: '#4a3020', boots: '#5d3a1c' },
    home: 'forest',
  },
  eskimo: {
    art: 'person',
    looks: { coat: '#8a6f4f', veil: '#e8dcc0', boots: '#e8dcc0', gloves: '#6a4a36' },
    home: 'arctic',
  },
  'flamenco-dancer': {
    art: 'woman',
    looks: { dress: '#c8302c', pattern: 'dots', earrings: '#f2c63a' },
    does: 'dance',
    home: 'stage',
  },
  'flight-attendant': { art: 'woman', looks: { suit: '#2f4f8a', scarf: '#c8302c' }, home: 'plane-cabin' },
  florist: { art: 'woman', looks: { top: '#8fb58a', apron: '#4f7a4a' }, tool: 'bouquet' },
  friar: { art: 'man-bald', looks: { dress: '#6a4a30', sash: '#e8dcc0' }, home: 'church-nave' },
  geisha: {
    art: 'woman',
    looks: { dress: '#c8304c', pattern: 'flowers', sash: '#f2c63a', hair: { colour: '#26262b' }, wreath: true },
    tool: 'folding-hand-fan',
    home: 'kyoto',
  },
  goalkeeper: { art: 'person', looks: { top: '#e0c23a', shorts: '#26262b', gloves: '#f4f1ea' }, home: 'stadium' },
  goth: {
    art: 'girl',
    looks: { dress: '#26262b', boots: '#26262b', hair: { colour: '#26262b', long: true }, necklace: '#8d959c' },
  },
  'grim-reaper': { art: 'skeleton', looks: { dress: '#1c1c22', veil: '#1c1c22' }, tool: 'scythe', home: 'graveyard' },
  gymnast: { art: 'woman', looks: { swimsuit: '#5a3a9a' }, home: 'gym' },
  hairdresser: { art: 'person', looks: { top: '#26262b', apron: '#5a5f6a' }, tool: 'scissors', home: 'shop' },
  hiker: {
    art: 'person',
    looks: { ...hat('billed-cap', '#7a8a4a'), top: '#c8642e', pack: '#3f6f4a', shorts: '#8a7a5a', boots: '#6a4a36' },
    does: 'walk',
    home: 'mountains',
  },
  hippie: {
    art: 'woman',
    looks: { dress: '#e0a03a', pattern: 'flowers', wreath: true, glasses: 'dark', hair: { long: true } },
    home: 'meadow',
  },
  hunter: {
    art: 'man',
    looks: { ...hat('fedora', '#4f6a3a'), coat: '#4f6a3a', boots: '#5d3a1c' },
    tool: 'longbow',
    home: 'forest',
  },
  imam: { art: 'man', looks: { ...hat('turban', '#f4f1ea'), dress: '#f4f1ea', beard: '#4a3526' } },
  'indian-bride': {
    art: 'woman',
    looks: { dress: '#c8302c', drape: '#e0a03a', veil: '#c8302c', necklace: '#f2c63a', earrings: '#f2c63a' },
  },
  'indian-chief': {
    art: 'man',
    looks: {
      ...hat('flower-wreath', '#f4f1ea'),
      top: '#a8763f',
      legs: '#8a5a2a',
      facePaint: '#c8302c',
      hair: { colour: '#26262b', long: true, braids: true },
    },
    home: 'mountains',
  },
  jester: {
    art: 'person',
    looks: { ...hat('jester-hat'), top: '#8f2f8a', legs: '#e0b13a', pattern: 'checks' },
    home: 'castle-hall',
  },
  lifeguard: { art: 'person', looks: { top: '#c8302c', shorts: '#c8302c', glasses: 'dark' }, home: 'beach' },
  lumberjack: {
    art: 'man',
    looks: {
      ...hat('wool-hat'),
      top: '#c0392b',
      pattern: 'checks',
      beard: '#6b4a35',
      legs: '#3f5f8a',
      boots: '#5d3a1c',
    },
    tool: 'axe',
    home: 'forest',
  },
  maid: { art: 'woman', looks: { dress: '#26262b', apron: '#f4f1ea' }, home: 'room' },
  matador: { art: 'man', looks: { ...overall('#c8302c'), cape: '#d9447a', tie: '#26262b' }, home: 'stadium' },
  monk: { art: 'man-bald', looks: { dress: '#d9782a', drape: '#b8522a' }, home: 'temple-hall' },
  musketeer: {
    art: 'man',
    looks: { ...hat('tricorn-hat'), coat: '#2f5fa8', cape: '#2f5fa8', boots: '#3a2a22', beard: '#4a3526' },
    tool: 'sword',
  },
  pharaoh: {
    art: 'man',
    looks: { ...hat('pharaoh-headdress'), dress: '#f4efe0', sash: '#2f5fa8', necklace: '#e0b13a' },
    home: 'pyramids',
  },
  postman: {
    art: 'man',
    looks: { ...hat('billed-cap', '#2f4f8a'), top: '#2f5fa8', legs: '#2b3a5a', pack: '#8a5a2a' },
    home: 'street',
  },
  punk: {
    art: 'person',
    looks: { ...hat('mohawk'), top: '#26262b', legs: '#26262b', boots: '#26262b', necklace: '#8d959c' },
  },
  rabbi: { art: 'man', looks: { ...hat('fedora', '#26262b'), coat: '#26262b', beard: '#4a3526', legs: '#26262b' } },
  rapper: {
    art: 'man',
    looks: { ...hat('billed-cap', '#26262b'), top: '#8a2f3a', necklace: '#f2c63a', glasses: 'dark' },
    tool: 'microphone',
  },
  referee: {
    art: 'person',
    looks: { top: '#26262b', striped: true, shorts: '#26262b' },
    tool: 'whistle',
    home: 'stadium',
  },
  'rice-farmer': {
    art: 'person',
    looks: { ...hat('conical-hat'), top: '#6f7f8a', legs: '#4a5560' },
    home: 'rice-terraces',
  },
  ringmaster: {
    art: 'man',
    looks: { ...hat('top-hat'), coat: '#c8302c', legs: '#f4f1ea', boots: '#26262b' },
    home: 'stage',
  },
  'rock-star': {
    art: 'man',
    looks: { top: '#26262b', legs: '#26262b', hair: { long: true }, glasses: 'dark' },
    tool: 'guitar',
    home: 'stage',
  },
  'roman-soldier': {
    art: 'man',
    looks: { ...hat('roman-helmet'), top: '#c9ced6', skirt: '#a8322c', cape: '#b8322c', boots: '#8a5a2a' },
    tool: 'spear',
    home: 'rome',
  },
  schoolchild: { art: 'child', looks: { top: '#2f4f8a', legs: '#5a6470', pack: '#c8302c' }, home: 'street' },
  schoolgirl: { art: 'girl', looks: { top: '#2f3f6a', skirt: '#5a6a9a', scarf: '#c8302c', pack: '#8a3a4a' } },
  'sea-captain': {
    art: 'old-man',
    looks: { ...hat('billed-cap', '#26344f'), coat: '#26344f', beard: '#f4f1ea' },
    home: 'harbour',
  },
  shepherd: {
    art: 'man',
    looks: { ...hat('straw-hat', '#8a7a5a'), coat: '#a8906a', boots: '#5d3a1c' },
    tool: 'shepherds-crook',
    home: 'meadow',
  },
  shepherdess: {
    art: 'woman',
    looks: { ...hat('straw-hat'), dress: '#8fa8c8', apron: '#f4f1ea' },
    tool: 'shepherds-crook',
    home: 'meadow',
  },
  shopkeeper: { art: 'person', looks: { top: '#f2efe8', apron: '#4f8a5a' }, home: 'market' },
  'snake-charmer': {
    art: 'man',
    looks: { ...hat('turban'), top: '#f4efe0', legs: '#f4efe0', sash: '#c8642e' },
    tool: 'flute',
  },
  sultan: {
    art: 'man',
    looks: { ...hat('turban'), dress: '#f4efe0', cape: '#6a3a8a', beard: '#3a2a22', sash: '#e0b13a' },
    home: 'desert',
  },
  'sumo-wrestler': {
    art: 'man',
    looks: { shorts: '#2f3f6a', bareArms: true, bareChest: true, sash: '#2f3f6a' },
    home: 'stage',
  },
  surgeon: { art: 'health-worker', looks: { ...overall('#4f9a8a'), mask: '#a8d4e8' }, home: 'hospital-ward' },
  tourist: {
    art: 'person',
    looks: {
      ...hat('straw-hat'),
      top: '#e0a03a',
      pattern: 'flowers',
      shorts: '#b8a07a',
      pack: '#3f6f9a',
      glasses: 'dark',
    },
    tool: 'camera',
    home: 'street',
  },
  waiter: {
    art: 'man',
    looks: { top: '#f4f1ea', bowTie: '#26262b', legs: '#26262b', apron: '#26262b' },
    tool: 'serving-tray',
    home: 'restaurant',
  },
  waitress: {
    art: 'woman',
    looks: { top: '#f4f1ea', skirt: '#26262b', apron: '#c8302c' },
    tool: 'serving-tray',
    home: 'restaurant',
  },
  weightlifter: {
    art: 'man',
    looks: { top: '#c0392b', shorts: '#26262b', bareArms: true },
    tool: 'barbell',
    home: 'gym',
  },
}
