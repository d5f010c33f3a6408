import type { Model } from '../core/tasks/model.ts'
import { FREE } from '../core/money/price.ts'
import type { SizeRules } from '../core/tasks/size.ts'

export const DIORAMA_PICTURES = 'diorama-pictures'
export const DIORAMA_CLIPS = 'diorama-clips'
/** How long every clip of the illustrator is. */
export const DIORAMA_SECONDS = 5
/** How long every stand-in of the sandbox is. */
const SANDBOX_SECONDS = 1

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
      description: 'The built-in illustrator: five seconds of a moving scene, or a move through one or two references.',
      sizes: CLIP_SIZES,
      maxReferences: 2,
      referenceRoles: ['first_frame', 'last_frame'],
      seconds: DIORAMA_SECONDS,
    },
    {
      ...sandbox,
      kind: 'image',
      description: `For integrators: a tiny valid picture at once; ${scripted}`,
      sizes: PICTURE_SIZES,
      maxReferences: 10,
      referenceRoles: ['reference'],
    },
    {
      ...sandbox,
      kind: 'video',
      description: `For integrators: a tiny valid clip at once; ${scripted}`,
      sizes: CLIP_SIZES,
      maxReferences: 10,
      referenceRoles: ['first_frame', 'last_frame', 'reference'],
      seconds: SANDBOX_SECONDS,
    },
  ]
}
