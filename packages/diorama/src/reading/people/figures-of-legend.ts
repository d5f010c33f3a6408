import type { RoleTraits } from './role-traits.ts'

/** Figures of legends and tales who are known by what they wear and carry. Their words are in `words/things/legends.txt`. */
export const FIGURES_OF_LEGEND: Readonly<Record<string, RoleTraits>> = {
  'baba-yaga': {
    art: 'old-woman',
    looks: { veil: '#a8323a', dress: '#5a6a3f', apron: '#8a7a5a', hair: { colour: '#c9c5bd', long: true } },
    tool: 'broom',
    home: 'forest',
  },
  leprechaun: {
    art: 'old-man',
    looks: {
      hat: { art: 'top-hat', colour: '#2f8a4a' },
      beard: '#c8642c',
      coat: '#2f8a4a',
      legs: '#8a5a2a',
      boots: '#2b2b33',
    },
    home: 'meadow',
  },
  valkyrie: {
    art: 'woman',
    looks: {
      hat: { art: 'viking-helmet' },
      hair: { colour: '#dcb45c', long: true, braids: true },
      dress: '#8fa0b4',
      sash: '#6a4a30',
      cape: '#a8323a',
      boots: '#6a4a36',
    },
    tool: 'spear',
    home: 'mountains',
  },
  poseidon: {
    art: 'old-man',
    looks: {
      hat: { art: 'crown' },
      beard: '#e8ecea',
      drape: '#3f9a9a',
      dress: '#cfe8e4',
      hair: { colour: '#e8ecea', long: true },
    },
    tool: 'trident',
    home: 'sea',
  },
  zeus: {
    art: 'old-man',
    looks: { beard: '#f4f1ea', dress: '#f4efe0', drape: '#e0b13a', hair: { colour: '#f4f1ea', long: true } },
    home: 'sky',
  },
  'greek-goddess': {
    art: 'woman',
    looks: {
      dress: '#f4efe0',
      drape: '#e8dcc0',
      sash: '#e0b13a',
      wreath: true,
      hair: { colour: '#8a5a30', long: true },
    },
    home: 'athens',
  },
  jedi: {
    art: 'man',
    looks: { dress: '#d9c8a4', sash: '#6a4a30', coat: '#6a4a36', boots: '#5d3a1c' },
    tool: 'laser-sword',
    home: 'space',
  },
  mariachi: {
    art: 'man',
    looks: { hat: { art: 'sombrero' }, suit: '#26262b', bowTie: '#c8302c' },
    tool: 'acoustic-guitar',
    does: 'play',
    home: 'square',
  },
  mountie: {
    art: 'man',
    looks: { hat: { art: 'cowboy-hat', colour: '#8a6a44' }, coat: '#c8302c', legs: '#26344f', boots: '#5d3a1c' },
    home: 'mountains',
  },
}
