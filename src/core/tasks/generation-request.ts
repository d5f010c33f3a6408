import { AppError } from '../errors.ts'
import type { TaskKind } from './model.ts'
import { SETTING_NAMES, SETTINGS, type Settings, type ValueOf as ValueOfForm } from './settings.ts'
import { checkAskedSize } from './size.ts'
import type { Task } from './task.ts'
import type { ValueForm } from '../text/value-form.ts'

/** The rule of our own two endpoints for every model, and of any interface for a model without its own limit. */
export const MAX_PROMPT_CHARACTERS = 3000
/**
 * The maximum that a model may set for itself: what the most generous model takes, and a bound for the memory of a
 * request.
 */
export const LONGEST_PROMPT_CHARACTERS = 32_000
export const MAX_WEBHOOK_URL_CHARACTERS = 2048
export const MAX_SEED = 2 ** 32 - 1

/**
 * Every parameter but the references, by the name that errors use. A new one needs its row here, its rule below, and
 * the part that a task keeps of it.
 */
export const PARAMETERS = {
  prompt: { form: { type: 'text', longest: MAX_PROMPT_CHARACTERS }, isRequired: true },
  model: { form: { type: 'text', longest: 200 }, isRequired: true },
  aspect_ratio: { form: { type: 'text', longest: 40 }, isRequired: false },
  size: { form: { type: 'text', longest: 40 }, isRequired: false },
  seed: { form: { type: 'whole number', least: 0, most: MAX_SEED }, isRequired: false },
  webhookUrl: { form: { type: 'text', longest: MAX_WEBHOOK_URL_CHARACTERS }, isRequired: false },
  ...SETTINGS,
} as const satisfies Record<string, { form: ValueForm; isRequired: boolean }>

export type ParameterName = keyof typeof PARAMETERS

/** Whether every request must have this parameter. */
export function isRequired(name: string): boolean {
  return Object.hasOwn(PARAMETERS, name) && PARAMETERS[name as ParameterName].isRequired
}

/** Whether this is an optional text parameter. */
export function isOptionalText(name: string): boolean {
  return Object.hasOwn(PARAMETERS, name) && PARAMETERS[name as ParameterName].form.type === 'text' && !isRequired(name)
}

export type ValueOf<Name extends ParameterName> = ValueOfForm<(typeof PARAMETERS)[Name]['form']>

/** One parameter as it arrived, under the caller's own name for it, which errors use too. */
export type GivenValue<Value> = { name: string; value: Value | undefined }

/** What was sent: values of the right form, before any rule. A parameter with several names has an entry for each. */
export type GivenParameters = { [Name in ParameterName]?: readonly GivenValue<ValueOf<Name>>[] }

/** A request that follows every rule which does not depend on the model. */
export type GenerationRequest = {
  kind: TaskKind
  prompt: string
  model: string
  aspectRatio: string | null
  size: string | null
  seed: number | null
  /** Null if none was sent. */
  settings: Settings | null
  webhookUrl: string | null
}

type KeptRequest = Pick<
  Task,
  'kind' | 'prompt' | 'model' | 'askedRatio' | 'askedSize' | 'askedSeed' | 'settings' | 'webhookUrl'
>

/**
 * The part of its request that a task keeps. A new parameter with its own column is a line here and in the two below.
 */
export function keptRequest(request: GenerationRequest): KeptRequest {
  const { kind, prompt, model, aspectRatio, size, seed, settings, webhookUrl } = request
  return { kind, prompt, model, askedRatio: aspectRatio, askedSize: size, askedSeed: seed, settings, webhookUrl }
}

/** The request that a task was made from: to decide about it, or to ask for the same again. */
export function requestOf({ askedRatio, askedSize, askedSeed, ...kept }: KeptRequest): GenerationRequest {
  const { kind, prompt, model, settings, webhookUrl } = kept
  return { kind, prompt, model, aspectRatio: askedRatio, size: askedSize, seed: askedSeed, settings, webhookUrl }
}

export type AskedName = Exclude<ParameterName, 'prompt' | 'model' | 'webhookUrl'>
export type Asked = { readonly [Name in AskedName]?: ValueOf<Name> | null }

/** What receipts list as requested, in order: everything that they do not show elsewhere. */
export const ASKED_NAMES = (Object.keys(PARAMETERS) as ParameterName[]).filter(
  (name): name is AskedName => name !== 'prompt' && name !== 'model' && name !== 'webhookUrl',
)

/** The same for one task; absent settings are left out. */
export function askedOf({ askedRatio, askedSize, askedSeed, settings }: KeptRequest): Asked {
  return { aspect_ratio: askedRatio, size: askedSize, seed: askedSeed, ...settings }
}

/**
 * Applies the rules of the contract; the error says what to do and names the parameter. An interface that leaves the
 * length of prompts to the model allows the maximum here, and the choice of the model checks it.
 */
export function checkGeneration(
  kind: TaskKind,
  given: GivenParameters,
  longestPrompt = MAX_PROMPT_CHARACTERS,
): GenerationRequest {
  const prompt = agreed('prompt', given.prompt, (text, name) => checkPrompt(text, name, longestPrompt))
  const model = agreed('model', given.model, (text, name) => checkModel(kind, text, name))
  const aspectRatio = agreed('aspect_ratio', given.aspect_ratio, blankToNull)
  const size = agreed('size', given.size, blankToNull)
  checkAskedSize({ aspectRatio, size }, { aspectRatio: nameOf(given, 'aspect_ratio'), size: nameOf(given, 'size') })
  const seed = agreed('seed', given.seed, (value) => value ?? null)
  const webhookUrl = agreed('webhookUrl', given.webhookUrl, (text, name) => {
    const address = blankToNull(text)
    return address === null ? null : checkWebhookUrl(address, name)
  })
  checkTexts(given)
  return { kind, prompt, model, aspectRatio, size, seed, settings: settingsIn(given), webhookUrl }
}

/** The settings that were sent; null if there were none, so that nothing is stored or compared. */
function settingsIn(given: GivenParameters): Settings | null {
  const settings = SETTING_NAMES.flatMap((name) => {
    const values: readonly GivenValue<unknown>[] | undefined = given[name]
    if (values === undefined) return []
    const value = agreed(name, values, (each) => (typeof each === 'string' ? blankToNull(each) : (each ?? null)))
    return value === null ? [] : [[name, value] as const]
  })
  return settings.length === 0 ? null : Object.fromEntries(settings)
}

/** Every text, under every name, so that the rule of a new parameter cannot miss it. */
function checkTexts(given: GivenParameters): void {
  for (const parameter of Object.keys(PARAMETERS) as ParameterName[]) {
    for (const { name, value } of given[parameter] ?? []) if (typeof value === 'string') checkText(value, name)
  }
}

/** The single value behind all names of a parameter: they may agree, but not differ. */
function agreed<Value, Checked>(
  parameter: ParameterName,
  given: readonly GivenValue<Value>[] = [],
  check: (value: Value | undefined, name: string) => Checked,
): Checked {
  const present = given.filter(({ value }) => value !== undefined)
  const [first, ...others] = present.map(({ name, value }) => ({ name, checked: check(value, name) }))
  if (first === undefined) return check(undefined, given[0]?.name ?? parameter)
  let chosen = first
  for (const other of others) {
    if (chosen.checked === null) chosen = other
    else if (other.checked !== null && other.checked !== chosen.checked)
      throw disagreement(parameter, chosen.name, other.name)
  }
  return chosen.checked
}

function disagreement(parameter: ParameterName, first: string, second: string): AppError {
  const [one, two] = parameter === 'webhookUrl' ? ['address', 'addresses'] : ['value', 'values']
  const message = `${first} and ${second} are names for the same ${one}, but you sent two ${two}. Send one.`
  return new AppError('invalid_parameter', message, { param: second })
}

function nameOf(given: GivenParameters, parameter: ParameterName): string {
  return given[parameter]?.[0]?.name ?? parameter
}

/** Characters as the contract counts them: Unicode code points. */
export function countCharacters(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    // The second half of a pair belongs to the character before it.
    if (code < 0xdc00 || code > 0xdfff) count++
  }
  return count
}

/** Checks the form of a webhook URL and returns it as it will be called. */
export function checkWebhookUrl(text: string, param: string): string {
  const refuse = (message: string): AppError => new AppError('invalid_webhook_url', message, { param })
  if (countCharacters(text) > MAX_WEBHOOK_URL_CHARACTERS) {
    throw refuse(`${param} is longer than ${MAX_WEBHOOK_URL_CHARACTERS} characters.`)
  }
  checkText(text, param)
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw refuse(`${param} must be a complete http or https URL, such as https://example.com/hook.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse(`${param} must not contain a user name or password; use a secret path instead.`)
  }
  return url.href
}

/** Refuses a prompt that is longer than its model takes. No prompt through our own endpoints is that long. */
export function checkPromptLength(
  { id, maxPromptCharacters = MAX_PROMPT_CHARACTERS }: { id: string; maxPromptCharacters?: number },
  prompt: string,
): void {
  const characters = countCharacters(prompt)
  if (characters <= maxPromptCharacters) return
  const message = `The prompt has ${characters} characters; '${id}' accepts at most ${maxPromptCharacters}. Shorten it.`
  throw new AppError('prompt_too_long', message, { param: 'prompt' })
}

function checkPrompt(prompt: string | undefined, param: string, longest: number): string {
  if (prompt === undefined || prompt.trim() === '')
    throw new AppError('missing_parameter', `${param} is required: describe what you want to see.`, { param })
  const characters = countCharacters(prompt)
  if (characters > longest) {
    const message = `The prompt has ${characters} characters; at most ${longest} are allowed. Shorten it.`
    throw new AppError('prompt_too_long', message, { param })
  }
  return prompt
}

function checkModel(kind: TaskKind, text: string | undefined, param: string): string {
  const model = text?.trim() ?? ''
  if (model === '')
    throw new AppError(
      'missing_parameter',
      `${param} is required: name ${kind === 'image' ? 'an image' : 'a video'} model.`,
      { param },
    )
  return model
}

/** PostgreSQL refuses both; nobody may send them, so that a task means the same in every database. */
function checkText(text: string, param: string): void {
  if (text.includes('\u0000'))
    throw new AppError('invalid_parameter', `${param} contains the character U+0000. Remove it.`, { param })
  if (!text.isWellFormed()) {
    throw new AppError('invalid_parameter', `${param} contains half of a surrogate pair. Send well-formed Unicode.`, {
      param,
    })
  }
}

function blankToNull(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}
