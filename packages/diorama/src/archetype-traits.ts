import type { Archetype, CameraMove } from './brief.ts'
import type { Contact } from './scene/plan/contact.ts'

/** The measures of a picture: shares of its height, and how large its main subject may be. */
export type Format = {
  horizon: number
  floor: number
  /** The longer side of a lone subject of middling size, as a share of the reference length. */
  size: number
  /** What figures stand on unless they swim or fly. */
  standOn: Contact
  centred: boolean
  /** The water reaches down to the lower edge. */
  waterNear?: boolean
}

/** Everything that the illustrator must know of an archetype besides how to draw it: every row answers every question. */
export type ArchetypeTraits = {
  where: {
    /** Under a roof: what flies rests, unless the prompt says that it flies, and furniture keeps its company inside. */
    isIndoors: boolean
    /** Rain, snow and lightning reach the scene itself. Where they do not, a window may show them. */
    hasWeather: boolean
    /** There is a sky for an aurora and a rainbow to stand in. */
    hasSky: boolean
    /** Lamps light the figures, not the sky: they stay brighter, and dark ones need no glow behind them at night. */
    isLampLit: boolean
    /** It is night unless a time is named, sun and moon are things among things, and there is ground only on a moon. */
    isInSpace: boolean
    /** What swims and sails floats on a surface without a lake being named; where all is water, it hangs in it. */
    water: 'none' | 'surface' | 'all'
  }
  view: {
    /** Seen from near: a thing alone fills the picture, be it a mouse or a house. */
    isCloseUp: boolean
    /** Heads and shoulders: nobody acts, holds or rides. Goes with figures that stand on the edge. */
    showsBusts: boolean
    /** No two pictures have their horizon at the same height. */
    horizonVaries: boolean
    /** Vehicles drive without being told to. */
    vehiclesDrive: boolean
    /** The colours of the whole picture tint its sky, and with it all light; a backdrop may take them up instead. */
    coloursTintSky: boolean
  }
  format: Readonly<Format>
  /** The gentle move of the camera where the prompt asks for none. */
  camera: CameraMove
  /** Drawings that its setting shows by itself: one more before it, as mere scenery, would say the same twice. */
  showsByItself: RegExp | undefined
}

// A house that is named in a room is the one around it.
const HOUSES =
  /house|castle|church|hut|cabin|barn|hotel|office|school|store|temple|mosque|building|tower|bank|hospital|factory|shrine|tent/

const TRAITS: Record<Archetype, ArchetypeTraits> = {
  landscape: {
    where: { isIndoors: false, hasWeather: true, hasSky: true, isLampLit: false, isInSpace: false, water: 'none' },
    view: { isCloseUp: false, showsBusts: false, horizonVaries: true, vehiclesDrive: false, coloursTintSky: true },
    format: { horizon: 0.6, floor: 0.87, size: 0.52, standOn: 'ground', centred: false },
    camera: 'pan-right',
    showsByItself: /mountain|mount-fuji|desert|tree|national-park|herb|blossom/,
  },
  forest: {
    where: { isIndoors: false, hasWeather: true, hasSky: true, isLampLit: false, isInSpace: false, water: 'none' },
    view: { isCloseUp: false, showsBusts: false, horizonVaries: false, vehiclesDrive: false, coloursTintSky: true },
    format: { horizon: 0.62, floor: 0.88, size: 0.52, standOn: 'ground', centred: false },
    camera: 'push-in',
    showsByItself: /tree|leaf|herb/,
  },
  sea: {
    where: { isIndoors: false, hasWeather: true, hasSky: true, isLampLit: false, isInSpace: false, water: 'surface' },
    view: { isCloseUp: false, showsBusts: false, horizonVaries: false, vehiclesDrive: false, coloursTintSky: true },
    format: { horizon: 0.52, floor: 0.77, size: 0.52, standOn: 'water', centred: false },
    camera: 'pan-left',
    showsByItself: /wave|beach|island/,
  },
  underwater: {
    where: { isIndoors: false, hasWeather: true, hasSky: false, isLampLit: false, isInSpace: false, water: 'all' },
    view: { isCloseUp: false, showsBusts: false, horizonVaries: false, vehiclesDrive: false, coloursTintSky: true },
    format: { horizon: 0.05, floor: 0.86, size: 0.52, standOn: 'air', centred: false },
    camera: 'orbit',
    showsByItself: undefined,
  },
  sky: {
    where: { isIndoors: false, hasWeather: true, hasSky: true, isLampLit: false, isInSpace: false, water: 'none' },
    view: { isCloseUp: false, showsBusts: false, horizonVaries: false, vehiclesDrive: false, coloursTintSky: true },
    format: { horizon: 0.95, floor: 0.8, size: 0.54, standOn: 'air', centred: false },
    camera: 'pan-right',
    showsByItself: /cloud/,
  },
  space: {
    where: { isIndoors: false, hasWeather: true, hasSky: true, isLampLit: false, isInSpace: true, water: 'none' },
    view: { isCloseUp: false, showsBusts: false, horizonVaries: false, vehiclesDrive: false, coloursTintSky: true },
    format: { horizon: 0.95, floor: 0.8, size: 0.54, standOn: 'air', centred: false },
    camera: 'push-in',
    showsByItself: /star|planet|milky/,
  },
  city: {
    where: { isIndoors: false, hasWeather: true, hasSky: true, isLampLit: false, isInSpace: false, water: 'none' },
    view: { isCloseUp: false, showsBusts: false, horizonVaries: false, vehiclesDrive: false, coloursTintSky: true },
    format: { horizon: 0.72, floor: 0.91, size: 0.48, standOn: 'ground', centred: false },
    camera: 'pan-right',
    showsByItself: /skyscraper|building|office|house|hotel|cityscape/,
  },
  street: {
    where: { isIndoors: false, hasWeather: true, hasSky: true, isLampLit: false, isInSpace: false, water: 'none' },
    view: { isCloseUp: false, showsBusts: false, horizonVaries: false, vehiclesDrive: false, coloursTintSky: true },
    format: { horizon: 0.7, floor: 0.91, size: 0.48, standOn: 'ground', centred: false },
    camera: 'pan-left',
    showsByItself: /skyscraper|building|office|house|hotel|cityscape|store/,
  },
  room: {
    where: { isIndoors: true, hasWeather: false, hasSky: false, isLampLit: true, isInSpace: false, water: 'none' },
    view: { isCloseUp: false, showsBusts: false, horizonVaries: false, vehiclesDrive: false, coloursTintSky: true },
    format: { horizon: 0.7, floor: 0.89, size: 0.54, standOn: 'ground', centred: false },
    camera: 'push-in',
    showsByItself: HOUSES,
  },
  desk: {
    where: { isIndoors: true, hasWeather: false, hasSky: false, isLampLit: true, isInSpace: false, water: 'none' },
    view: { isCloseUp: true, showsBusts: false, horizonVaries: false, vehiclesDrive: false, coloursTintSky: true },
    format: { horizon: 0.64, floor: 0.84, size: 0.52, standOn: 'ground', centred: false },
    camera: 'orbit',
    showsByItself: HOUSES,
  },
  tabletop: {
    where: { isIndoors: true, hasWeather: false, hasSky: false, isLampLit: true, isInSpace: false, water: 'none' },
    view: { isCloseUp: true, showsBusts: false, horizonVaries: false, vehiclesDrive: false, coloursTintSky: true },
    format: { horizon: 0.54, floor: 0.8, size: 0.56, standOn: 'ground', centred: true },
    camera: 'push-in',
    showsByItself: HOUSES,
  },
  portrait: {
    where: { isIndoors: false, hasWeather: true, hasSky: false, isLampLit: true, isInSpace: false, water: 'none' },
    view: { isCloseUp: true, showsBusts: true, horizonVaries: false, vehiclesDrive: false, coloursTintSky: false },
    format: { horizon: 0.7, floor: 1.02, size: 0.82, standOn: 'edge', centred: true },
    camera: 'push-in',
    showsByItself: undefined,
  },
  road: {
    where: { isIndoors: false, hasWeather: true, hasSky: true, isLampLit: false, isInSpace: false, water: 'none' },
    view: { isCloseUp: false, showsBusts: false, horizonVaries: true, vehiclesDrive: true, coloursTintSky: true },
    format: { horizon: 0.58, floor: 0.83, size: 0.48, standOn: 'ground', centred: false },
    camera: 'pan-right',
    showsByItself: /motorway|railway|skyscraper/,
  },
  theatre: {
    where: { isIndoors: true, hasWeather: true, hasSky: false, isLampLit: true, isInSpace: false, water: 'none' },
    view: { isCloseUp: true, showsBusts: false, horizonVaries: false, vehiclesDrive: false, coloursTintSky: true },
    format: { horizon: 0.66, floor: 0.79, size: 0.54, standOn: 'ground', centred: true },
    camera: 'push-in',
    showsByItself: undefined,
  },
  abstract: {
    where: { isIndoors: false, hasWeather: true, hasSky: false, isLampLit: false, isInSpace: false, water: 'none' },
    view: { isCloseUp: true, showsBusts: false, horizonVaries: false, vehiclesDrive: false, coloursTintSky: true },
    format: { horizon: 0.6, floor: 0.7, size: 0.42, standOn: 'air', centred: true },
    camera: 'orbit',
    showsByItself: undefined,
  },
  studio: {
    where: { isIndoors: true, hasWeather: false, hasSky: false, isLampLit: true, isInSpace: false, water: 'none' },
    view: { isCloseUp: true, showsBusts: false, horizonVaries: false, vehiclesDrive: false, coloursTintSky: false },
    format: { horizon: 0.62, floor: 0.82, size: 0.62, standOn: 'ground', centred: true },
    camera: 'orbit',
    showsByItself: undefined,
  },
}

/** What there is to know of an archetype. */
export function traitsOf(archetype: Archetype): ArchetypeTraits {
  return TRAITS[archetype]
}
