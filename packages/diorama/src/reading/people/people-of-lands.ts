import type { RoleTraits } from './role-traits.ts'

/** People of one land who are known by what is worn there. The words for each are in `words/things/trades.txt`. */
export const PEOPLE_OF_LANDS: Readonly<Record<string, RoleTraits>> = {
  cossack: {
    art: 'man',
    looks: {
      hat: { art: 'fur-hat', colour: '#3a3230' },
      coat: '#8f2f34',
      sash: '#e0b13a',
      legs: '#2f3f5f',
      boots: '#26262b',
      beard: '#5a3a24',
    },
    home: 'steppe',
  },
  dervish: {
    art: 'man',
    looks: { hat: { art: 'fez', colour: '#9a7a52' }, dress: '#f4f1ea', sash: '#3a3230', beard: '#3a2a22' },
    does: 'dance',
  },
  'indian-groom': {
    art: 'man',
    looks: {
      hat: { art: 'turban', colour: '#c8302c' },
      coat: '#e8d4a0',
      sash: '#c8302c',
      legs: '#f4f1ea',
      necklace: '#f2c63a',
    },
  },
  'nomad-herder': {
    art: 'man',
    looks: { hat: { art: 'fur-hat', colour: '#7a5a3a' }, coat: '#2f5f8a', sash: '#e0a03a', boots: '#5a3a24' },
    home: 'steppe',
  },
  sadhu: {
    art: 'old-man',
    looks: {
      hair: { colour: '#c9c5bd', long: true },
      beard: '#e4e0d8',
      top: '#e08a34',
      dress: '#e08a34',
      drape: '#c8642c',
      necklace: '#6a4a30',
    },
    home: 'ghats',
  },
  'shrine-maiden': {
    art: 'woman',
    looks: { top: '#f8f6f0', skirt: '#c8302c', hair: { colour: '#26262b', long: true } },
    home: 'shrine-gate',
  },
  'taoist-priest': {
    art: 'old-man',
    looks: { hair: { colour: '#e4e0d8', shape: 'bun' }, beard: '#f4f1ea', dress: '#4a6a8a', sash: '#26262b' },
    home: 'mountains',
  },
}
