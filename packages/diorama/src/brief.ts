import type { Verb } from './deeds.ts'
import type { Design, Framing, Lettering, Studio } from './design.ts'
import type { Looks } from './looks.ts'
import type { Style } from './scene/styles/styles.ts'
import type { Arrangement, Finish, Material } from './thing-looks.ts'

export { POSTURES, VERBS, type Posture, type Verb } from './deeds.ts'
export { MATERIALS, type Material } from './thing-looks.ts'
export type { Looks } from './looks.ts'

/** The kinds of scene that the illustrator knows how to stage. */
export const ARCHETYPES = [
  'landscape',
  'forest',
  'sea',
  'underwater',
  'sky',
  'space',
  'city',
  'street',
  'room',
  'desk',
  'tabletop',
  'portrait',
  'road',
  'theatre',
  'abstract',
  'studio',
] as const
export type Archetype = (typeof ARCHETYPES)[number]

export type TimeOfDay = 'dawn' | 'day' | 'golden' | 'sunset' | 'dusk' | 'night'
export type Season = 'spring' | 'summer' | 'autumn' | 'winter'
export type Weather = 'clear' | 'cloudy' | 'rain' | 'storm' | 'snow' | 'fog' | 'wind'
export type CameraMove =
  | 'still'
  | 'pan-left'
  | 'pan-right'
  | 'track'
  | 'push-in'
  | 'pull-out'
  | 'orbit'
  | 'crane'
  | 'tilt-down'
  | 'handheld'
export type Mood = 'calm' | 'joyful' | 'dreamy' | 'dramatic' | 'dark' | 'sombre' | 'cosy' | 'energetic'
export type RelationKind = 'on' | 'in' | 'under' | 'beside' | 'riding' | 'over' | 'in-front-of' | 'behind'

/** What happens once in a clip, and how fast its time goes. What pours or falls shows in where things stand, not in motion. */
export const HAPPENINGS = [
  'rise',
  'sink',
  'light',
  'splash',
  'grow',
  'appear',
  'vanish',
  'kick',
  'spin',
  'go',
  'arrive',
  'depart',
  'cross',
  'off',
  'release',
  'fall',
  'pour',
  'go-out',
  'skip',
  'weather-comes',
  'weather-goes',
  'sun-up',
  'sun-down',
  'stars-out',
  'time-lapse',
] as const
export type Happening = (typeof HAPPENINGS)[number]

/** To what something happens, by its drawing, and in which part of the clip: 0 is the first frame, 1 the last. */
export type Cue = { what: Happening; of?: string; from: number; to: number }

/** What is to be done to a given picture, beyond its style, hour and weather. */
export const EDITS = [
  'add',
  'remove',
  'replace',
  'brighter',
  'darker',
  'vivid',
  'muted',
  'monochrome',
  'sepia',
  'warmer',
  'cooler',
  'contrast',
  'mirrored',
] as const
export type Edit = (typeof EDITS)[number]

/** What a subject does, as far as it changes how it moves or where it stands. */
export type Activity = 'fly' | 'swim' | 'run' | 'drive' | 'sail' | 'dance' | 'sleep' | 'sit' | 'jump' | 'float'

/** One thing to draw. `art` names a drawing in the art data; `kind` is its CLDR subgroup, such as `animal-mammal`. */
export type Subject = {
  art: string
  label: string
  kind: string
  count: number
  colour?: string
  /** Of several that are told apart by it, the colour of each. */
  colours?: readonly string[]
  material?: Material
  finish?: Finish
  /** How several of it lie or stand together. */
  arranged?: Arrangement
  /** A thing that has a face of its own, as a cup or a fruit in a cute drawing; `mascot`: arms and legs as well. */
  face?: 'happy' | 'sleepy' | 'mascot'
  /** Colours of single parts: the blue door of a red house. */
  parts?: { part: string; colour: string }[]
  /** What a dish is strewn with, by its drawings: leaves of basil, slices of lemon. Its own drawing does not show it. */
  garnish?: string[]
  scale: 'tiny' | 'small' | 'normal' | 'large' | 'giant'
  activity?: Activity
  /** How it goes on its legs in a clip, where its drawing has no joints to be staged by. */
  gait?: 'walk' | 'run'
  looks?: Looks
  /** What but one of several has on, and which of them that is. */
  only?: { which: number; looks: Looks }
  /** A drawing of what somebody of this trade has in the hand, as long as nothing else is there. */
  tool?: string
  /** A drawing of the whole figure doing what it does (a vehicle ridden is part of it), where `art` is a bust. */
  figure?: string
  /** The prompt names only the place: this is an accent that belongs to it, not somebody who should stand in front. */
  scenery?: boolean
  /** It is said to be in the background: seen small, behind everybody else. */
  far?: true
  /** What a wish about the finished picture made of it. */
  revised?: Revised
}

/**
 * How a subject of a picture that is drawn again differs. `other`: in its place comes whatever is `other` in the brief
 * after the wish. `new`: it was not there; `at` is the drawing of what it is bound to. `redrawn`: the
 * same one in other clothes. `fewer`: so many of them are gone. `moved`: it stands elsewhere, with whatever carries it.
 */
export type Whereto = 'across' | 'left' | 'right' | 'middle' | 'up' | 'down'
export type Revised =
  | { how: 'other' }
  | { how: 'new'; at?: string; beside?: true; around?: true; side?: 'left' | 'right'; aloft?: true }
  | { how: 'redrawn'; art: string; looks: Looks }
  | { how: 'fewer'; by: number }
  | { how: 'sized'; by: number }
  | { how: 'moved'; to: Whereto }

/** `subject` stands in this relation to `other`; both are positions in `Brief.subjects`. */
export type Relation = { kind: RelationKind; subject: number; other: number }

/**
 * Who does what to what, for whom: numbers of entities. `craft` is the work by the name it has in `crafts.ts`, `colour`
 * that of what is made by it.
 */
export type Deed = {
  verb: Verb
  agents: number[]
  patient?: number
  recipient?: number
  craft?: string
  colour?: string
}

/** How one entity stands to another. `spot` is the part of the other that was named: its roof, its back, its shoulders. */
export type TieKind =
  | RelationKind
  | 'with'
  | 'between'
  | 'around'
  | 'at'
  | 'along'
  | 'through'
  | 'hanging'
  | 'from'
  | 'stuck'
  | 'spilling'
  | 'mirrored'
  | 'tied'
export type Tie = { kind: TieKind; subject: number; other: number; spot?: Spot }
export type Spot = 'roof' | 'eaves' | 'back' | 'shoulders' | 'arms' | 'head' | 'lap' | 'canvas' | 'edge'

/**
 * What a prompt tells beyond a list of subjects. Its entities are the brief's subjects and, after them, what they are on,
 * in and at: tables, branches, bowls, which are no subjects of their own.
 */
export type Script = { entities: Subject[]; deeds: Deed[]; ties: Tie[] }

/** Everything that was understood of a prompt. Colours are CSS hex, `#rrggbb`. */
export type Brief = {
  prompt: string
  language: string
  archetype: Archetype
  subjects: Subject[]
  relations: Relation[]
  /** Where the picture is, by the names of `places.ts`: `beach`, `mountains`, `kitchen` … */
  places: string[]
  time?: TimeOfDay
  season?: Season
  weather: Weather[]
  style: Style
  /** The style was named in the prompt; otherwise it is the usual one. */
  styled?: true
  /** What is to be done to a given picture. */
  edits: Edit[]
  mood?: Mood
  /** Colours that belong to the whole picture, not to one subject. */
  colours: string[]
  camera?: CameraMove
  loop: boolean
  happenings: Happening[]
  /** Whose turn it is and when, as far as the prompt says. */
  cues?: Cue[]
  /** Which way whoever moves is said to go. */
  heading?: 'left' | 'right'
  /** The drawing that the camera goes to or comes from. */
  cameraOn?: string
  /** The time of day that it becomes in the course of a clip. */
  becomes?: TimeOfDay
  /** The season that it turns to in the course of a clip. */
  turnsTo?: Season
  /** The words that were not understood, as they were written. */
  unused: string[]
  /** A designed sheet in place of a scene. */
  design?: Design
  /** What is seen in each panel of a strip. */
  moments?: Brief[]
  /** The backdrop of the archetype `studio`. */
  studio?: Studio
  framing?: Framing
  /** Words to be set in type. */
  lettering?: Lettering
  /** Who does what and where everything is, for the stage plan; nothing where there is but a list of subjects. */
  script?: Script
  /** The colours of the walls of a room, and of the cupboards of a kitchen. */
  wall?: string
  fronts?: string
  /** The sky is without a cloud, whatever the weather. */
  cloudless?: true
  /** What hangs on the wall of a room: no figures that stand about. */
  hung?: Subject[]
  /** Somebody in a room looks out of its window. */
  atWindow?: true
  /** What they see there: it is behind the panes. */
  beyond?: Subject[]
  /** By what its chance is chosen: the scene that it was first, whatever became of it by seasons and wishes. */
  chance?: string
  /** The same picture after a wish about it: of its figures those are shown that are revised, all others stay where they were. */
  after?: Brief
  /** Particles that the prompt asks for by name, beyond those its weather brings. */
  particles: (
    | 'snow'
    | 'rain'
    | 'leaves'
    | 'fireflies'
    | 'bubbles'
    | 'stars'
    | 'embers'
    | 'petals'
    | 'confetti'
    | 'rays'
    | 'motes'
    | 'candlelight'
    | 'backlight'
    | 'smoke'
  )[]
}
