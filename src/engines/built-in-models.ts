import type { Model, Takes } from '../core/tasks/model.ts'
import { FREE } from '../core/money/price.ts'
import type { SizeRules } from '../core/tasks/size.ts'

export const DIORAMA_PICTURES = 'diorama-pictures'
export const DIORAMA_CLIPS = 'diorama-clips'
/** The default length of an illustrator's clip. */
export const DIORAMA_SECONDS = 5
/** The default length of a sandbox clip. */
const SANDBOX_SECONDS = 1

// It accepts every parameter, so that each can be tried without paying.
const SANDBOX_TAKES = {
  negative_prompt: true,
  quality: ['low', 'medium', 'high'],
  strength: true,
  style: ['plain', 'bright'],
  options: {
    steps: { type: 'integer', minimum: 1, maximum: 100, description: 'Changes only the color.' },
    sampler: { type: 'string', enum: ['euler', 'ddim'], description: 'Changes only the color.' },
  },
} as const satisfies Takes

type Timeouts = Pick<Model, 'queueTimeoutMs' | 'runTimeoutMs'>

const PICTURE_SIZES: SizeRules = {
  form: 'free',
  defaultSize: { width: 1024, height: 576 },
  minSide: 64,
  maxSide: 2048,
  maxArea: 2048 * 2048,
  multipleOf: 2,
}

const CLIP_SIZES: SizeRules = {
  form: 'free',
  defaultSize: { width: 1280, height: 720 },
  minSide: 64,
  maxSide: 1920,
  maxArea: 1920 * 1080,
  multipleOf: 2,
}

/** The names of the models below. */
export const BUILT_IN_NAMES: readonly string[] = ['diorama', 'sandbox']

/** The models that need no key, GPU or network. */
export function builtInModels(timeouts: Timeouts): Model[] {
  const diorama = { id: 'diorama', engineModel: 'diorama', seed: 'from-prompt', price: FREE, ...timeouts } as const
  const sandbox = {
    id: 'sandbox',
    engine: 'sandbox',
    engineModel: 'sandbox',
    seed: 'optional',
    price: FREE,
    ...timeouts,
  } as const
  const scripted = 'directives such as [[delay 3s]] or [[fail timeout]] script the outcome.'
  return [
    {
      ...diorama,
      kind: 'image',
      engine: DIORAMA_PICTURES,
      description: 'The built-in illustrator: draws a paper-cut scene from the prompt, or restyles a reference.',
      sizes: PICTURE_SIZES,
      maxReferences: 10,
      referenceRoles: ['reference'],
    },
    {
      ...diorama,
      kind: 'video',
      engine: DIORAMA_CLIPS,
      description:
        'The built-in illustrator: a few seconds of an animated scene, or a camera move between one or two reference images.',
      sizes: CLIP_SIZES,
      maxReferences: 2,
      referenceRoles: ['first_frame', 'last_frame'],
      seconds: DIORAMA_SECONDS,
      takes: { seconds: { from: 2, to: 8 } },
    },
    {
      ...sandbox,
      kind: 'image',
      description: `For integrators: a tiny valid picture, immediately; ${scripted}`,
      sizes: PICTURE_SIZES,
      maxReferences: 10,
      referenceRoles: ['reference'],
      takes: { ...SANDBOX_TAKES, background: ['transparent', 'opaque'], roles: ['mask', 'source'] },
    },
    {
      ...sandbox,
      kind: 'video',
      description: `For integrators: a tiny valid clip, immediately; ${scripted}`,
      sizes: CLIP_SIZES,
      maxReferences: 10,
      referenceRoles: ['first_frame', 'last_frame', 'reference'],
      seconds: SANDBOX_SECONDS,
      takes: { ...SANDBOX_TAKES, seconds: { from: 1, to: 60 }, audio: false, roles: ['video'] },
    },
  ]
}
