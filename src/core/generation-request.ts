import { AppError } from './errors.ts'
import type { TaskKind } from './model.ts'
import { checkAskedSize } from './size.ts'

export const MAX_PROMPT_CHARACTERS = 3000
export const MAX_WEBHOOK_URL_CHARACTERS = 2048
export const MAX_SEED = 2 ** 32 - 1

/** The parameters of a request as they came, names as callers write them, before any rule was applied. */
export type GenerationFields = {
  prompt?: string
  model?: string
  aspect_ratio?: string
  size?: string
  seed?: number
  webhookUrl?: string
  callback_url?: string
}

/** A request that keeps every rule that does not depend on the model. */
export type GenerationRequest = {
  kind: TaskKind
  prompt: string
  model: string
  aspectRatio: string | null
  size: string | null
  seed: number | null
  webhookUrl: string | null
}

/** Applies the contract's rules; the error says what to do and names the parameter. */
export function checkGeneration(kind: TaskKind, fields: GenerationFields): GenerationRequest {
  const prompt = checkPrompt(fields.prompt)
  const model = fields.model?.trim() ?? ''
  if (model === '')
    throw new AppError('missing_parameter', `model is required: name a ${kind} model.`, { param: 'model' })
  checkText(model, 'model')
  const asked = { aspectRatio: blankToNull(fields.aspect_ratio), size: blankToNull(fields.size) }
  checkAskedSize(asked)
  return { kind, prompt, model, ...asked, seed: checkSeed(fields.seed), webhookUrl: chooseWebhookUrl(fields) }
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

/** Checks the form of a webhook address and gives it back as it will be called. */
export function checkWebhookUrl(text: string, param: string): string {
  const refuse = (message: string): AppError => new AppError('invalid_webhook_url', message, { param })
  if (countCharacters(text) > MAX_WEBHOOK_URL_CHARACTERS) {
    throw refuse(`${param} is longer than ${MAX_WEBHOOK_URL_CHARACTERS} characters.`)
  }
  checkText(text, param)
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw refuse(`${param} must be a whole http or https address, such as https://example.com/hook.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse(`${param} must not contain a user name or password; use a secret path instead.`)
  }
  return url.href
}

function checkPrompt(prompt: string | undefined): string {
  if (prompt === undefined || prompt.trim() === '') {
    throw new AppError('missing_parameter', 'prompt is required: say in words what you want to see.', {
      param: 'prompt',
    })
  }
  const characters = countCharacters(prompt)
  if (characters > MAX_PROMPT_CHARACTERS) {
    const message = `The prompt has ${characters} characters; at most ${MAX_PROMPT_CHARACTERS} are allowed. Shorten it.`
    throw new AppError('prompt_too_long', message, { param: 'prompt' })
  }
  checkText(prompt, 'prompt')
  return prompt
}

/** PostgreSQL refuses both; so that a task means the same in every database, nobody may send them. */
function checkText(text: string, param: string): void {
  if (text.includes('\u0000'))
    throw new AppError('invalid_parameter', `${param} contains the character U+0000. Remove it.`, { param })
  if (!text.isWellFormed()) {
    throw new AppError('invalid_parameter', `${param} contains half of a surrogate pair. Send well-formed Unicode.`, {
      param,
    })
  }
}

function checkSeed(seed: number | undefined): number | null {
  if (seed === undefined) return null
  if (!Number.isInteger(seed) || seed < 0 || seed > MAX_SEED) {
    throw new AppError('invalid_parameter', `seed must be a whole number from 0 to ${MAX_SEED}.`, { param: 'seed' })
  }
  return seed
}

function chooseWebhookUrl(fields: GenerationFields): string | null {
  const first = blankToNull(fields.webhookUrl)
  const second = blankToNull(fields.callback_url)
  const checkedFirst = first === null ? null : checkWebhookUrl(first, 'webhookUrl')
  const checkedSecond = second === null ? null : checkWebhookUrl(second, 'callback_url')
  if (checkedFirst !== null && checkedSecond !== null && checkedFirst !== checkedSecond) {
    const message = 'webhookUrl and callback_url are two names for one address, and you gave two addresses. Send one.'
    throw new AppError('invalid_parameter', message, { param: 'callback_url' })
  }
  return checkedFirst ?? checkedSecond
}

function blankToNull(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}
