import type { ModelConfig, TakesConfig } from '../define-config.ts'
import { SLOT_WAYS } from './fillings.ts'
import type { Workflow } from './workflow.ts'

const PICTURES = ['source', 'first_frame', 'last_frame', 'reference'] as const
const SIZE_RULES = ['ratios', 'sizes', 'free'] as const
/** Filled from every task. */
const ALWAYS_FILLED = ['prompt', 'task_id', 'seed']
/** Filled from a task if the model's rules give them a value. */
const SOMETIMES_FILLED = ['width', 'height', 'ratio', 'resolution', 'seconds']

export type DescribedWorkflow = {
  model: ModelConfig
  /** True if neither the caller nor the config decides the size. */
  ownSize: boolean
  problems: string[]
}

/**
 * A model made by a workflow: from the config, then from the file's head, then from the slots. A value without a slot
 * is a problem now, because it would be dropped with every job.
 */
export function describeWorkflow({ head, slots, misspelt }: Workflow, asked: ModelConfig): DescribedWorkflow {
  const saysSize = SIZE_RULES.some((name) => asked[name] !== undefined)
  const { ratios, resolutions, sizes, free, ...rest } = head
  const fromHead = saysSize ? rest : { ...rest, ...given({ ratios, resolutions, sizes, free }) }
  const references = asked.references ?? head.references ?? PICTURES.filter((role) => slots.has(role))
  const model: ModelConfig = {
    ...fromHead,
    ...given(asked),
    engine: asked.engine,
    model: asked.model,
    kind: asked.kind,
    references,
    maxReferences: asked.maxReferences ?? head.maxReferences ?? picturesTaken(slots, references),
    seed: asked.seed ?? head.seed ?? slots.has('seed'),
    options: { ...head.options, ...asked.options },
    ...takesOf(asked.takes ?? head.takes, slots),
  }
  const size = sizeProblems(model, slots)
  const kind = head.kind !== undefined && head.kind !== asked.kind ? [`the workflow makes ${head.kind}s`] : []
  const spelling = misspelt.map((text) => `'${text}' is not a slot: write {{name}}, in lowercase without spaces`)
  const problems = [
    ...kind,
    ...spelling,
    ...size.problems,
    ...pictureProblems(model, slots),
    ...choiceProblems(model, slots),
  ]
  return { model, ownSize: size.own, problems: [...problems, ...slotProblems(model, slots)] }
}

/** Roles for which a slot alone is enough. */
const BY_SLOT = ['mask', 'video'] as const

/** A slot for the negative prompt takes it, whether or not the head says so. */
function takesOf(takes: TakesConfig | undefined, slots: ReadonlySet<string>): Pick<ModelConfig, 'takes'> {
  const named = takes?.roles ?? []
  const roles = [...new Set([...named, ...BY_SLOT.filter((role) => slots.has(role))])]
  const whole = {
    ...(slots.has('negative_prompt') ? { negative_prompt: true } : {}),
    ...takes,
    ...(roles.length === 0 ? {} : { roles }),
  }
  return Object.keys(whole).length === 0 ? {} : { takes: whole }
}

/** A setting that callers may choose needs a slot, and a default for those who do not choose. */
function choiceProblems({ takes = {}, options = {} }: ModelConfig, slots: ReadonlySet<string>): string[] {
  const { style = {}, options: allowed = {}, roles: _roles, ...rest } = takes
  const settings = Object.keys(rest).filter((name) => name in SLOT_WAYS)
  const ofStyles = Object.values(style).flatMap((each) => Object.keys(each))
  const named = [...new Set([...settings, ...Object.keys(allowed), ...ofStyles])]
  const noSlot = named.filter((name) => !slots.has(name))
  // These are filled anyway.
  const hasValue = new Set(['negative_prompt', 'seconds', 'audio', ...Object.keys(options)])
  const open = named.filter((name) => slots.has(name) && !hasValue.has(name))
  return [
    ...noSlot.map((name) => `it takes ${name}, but the graph has no slot {{${name}}}`),
    ...open.map(
      (name) => `the slot {{${name}}} needs a default for requests that do not set it: set one under options`,
    ),
  ]
}

function given<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T
}

/** How many pictures find a slot: one for each role, and as many as are numbered for the last. */
function picturesTaken(slots: ReadonlySet<string>, roles: readonly string[]): number {
  const last = roles.at(-1)
  if (last === undefined) return 0
  let count = 1
  while (slots.has(`${last}_${count + 1}`)) count++
  return roles.length - 1 + count
}

function pictureProblems(
  { references = [], maxReferences = 0, inputs, takes }: ModelConfig,
  slots: ReadonlySet<string>,
): string[] {
  const problems = [...new Set([...references, ...(takes?.roles ?? [])])]
    .filter((role) => !slots.has(role))
    .map((role) => `it takes a ${role}, but the graph has no slot {{${role}}}`)
  const places = picturesTaken(slots, references)
  if (maxReferences > places) problems.push(`maxReferences is ${maxReferences}, but there are slots for ${places}`)
  if (inputs !== undefined) problems.push('inputs has no effect for ComfyUI: put slots into the graph instead')
  return problems
}

/** Slots that nothing fills, and values without a slot. */
function slotProblems(model: ModelConfig, slots: ReadonlySet<string>): string[] {
  const { references = [], maxReferences = 0, options = {}, takes = {}, seconds, seed } = model
  const last = references.at(-1)
  const numbered = Array.from({ length: maxReferences }, (_, index) => `${last}_${index + 2}`)
  const chosen = takes.audio === undefined ? ['negative_prompt'] : ['negative_prompt', 'audio']
  const filled = new Set([
    ...ALWAYS_FILLED,
    ...SOMETIMES_FILLED,
    ...references,
    ...(takes.roles ?? []),
    ...numbered,
    ...chosen,
    ...Object.keys(options),
  ])
  const problems = [...slots]
    .filter((slot) => !filled.has(slot))
    .map(
      (slot) =>
        `nothing fills the slot {{${slot}}}: set a value under options, or see docs/models.md for the known slots`,
    )
  if (slots.has('seconds') && seconds === undefined) problems.push('the slot {{seconds}} needs seconds')
  if (seed === true && !slots.has('seed')) problems.push('seed is true, but the graph has no slot {{seed}}')
  return [...problems, ...optionProblems(options, slots)]
}

function optionProblems(options: NonNullable<ModelConfig['options']>, slots: ReadonlySet<string>): string[] {
  const problems: string[] = []
  for (const [name, value] of Object.entries(options)) {
    if (ALWAYS_FILLED.includes(name) || SOMETIMES_FILLED.includes(name))
      problems.push(`options.${name}: that slot is filled from the task`)
    else if (!slots.has(name)) problems.push(`options.${name} has no slot {{${name}}} in the graph`)
    else if (!['string', 'number', 'boolean'].includes(typeof value))
      problems.push(`options.${name} must be text, a number, true or false`)
  }
  return problems
}

function sizeProblems(model: ModelConfig, slots: ReadonlySet<string>): { own: boolean; problems: string[] } {
  return model.ratios === undefined ? sideProblems(model, slots) : { own: false, problems: ratioProblems(model, slots) }
}

function ratioProblems({ resolutions = [] }: ModelConfig, slots: ReadonlySet<string>): string[] {
  const problems: string[] = []
  if (!slots.has('ratio')) problems.push('it has ratios, but the graph has no slot {{ratio}}')
  if (slots.has('width') || slots.has('height'))
    problems.push('it has ratios, but the slots {{width}} and {{height}} need sizes or free')
  if (resolutions.length > 0 && !slots.has('resolution'))
    problems.push('it has resolutions, but the graph has no slot {{resolution}}')
  if (resolutions.length === 0 && slots.has('resolution')) problems.push('the slot {{resolution}} needs resolutions')
  return problems
}

function sideProblems({ sizes, free }: ModelConfig, slots: ReadonlySet<string>): { own: boolean; problems: string[] } {
  const problems = slots.has('resolution') ? ['the slot {{resolution}} needs ratios with resolutions'] : []
  if (slots.has('width') && slots.has('height')) return { own: false, problems }
  // The single size in the graph may be stated; a choice would be an empty promise.
  const own = sizes === undefined && free === undefined
  if (free !== undefined || (sizes !== undefined && sizes.length > 1))
    problems.push('it offers sizes, but the graph needs both slots {{width}} and {{height}}')
  else if (own && (slots.has('width') || slots.has('height')))
    problems.push('the graph has only one of the slots {{width}} and {{height}}')
  if (own && slots.has('ratio')) problems.push('the slot {{ratio}} needs ratios')
  return { own, problems }
}
