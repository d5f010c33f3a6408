import { withoutPrompt } from '../../core/text/without-prompt.ts'
import { parseJson } from './answer-facts.ts'

type Json = Readonly<Record<string, unknown>>

const LONGEST_QUOTE = 300
// An answer may be megabytes, and one line of it is kept.
const MOST_READ = 16_384

/** Anything that looks like a key, of any owner: providers repeat the key that they refuse. */
const KEYS =
  /\b(?:sk|pk|rk|xai|r8|hf|fal|key|whsec|mg|AKIA|ASIA|ya29|eyJ)[-_.]?[A-Za-z0-9*_.-]{12,}|\bAIza[\w*-]{10,}|\b(?:Bearer|Basic)\s+\S+/g
/**
 * The question mark and everything after it: the signatures of URLs are there. User names and passwords are removed
 * too.
 */
const ADDRESS = /\b(https?:\/\/)(?:[^\s/@"'<>]*@)?([^\s?#"'<>]*)(?:[?#][^\s"'<>]*)?/gi
const INLINE = /\bdata:[\w.+/-]+;base64,[\w+/=]*/gi

/** What is never repeated: the operator's secrets, and the prompt, which belongs to the caller. */
export type Hidden = { secrets: readonly string[]; prompt: string }

/** A provider's own words in one short line: without our secrets, the prompt, signatures, or HTML. */
export function quote(text: string, hidden: Hidden): string {
  const words = withoutHidden(messageIn(text).slice(0, MOST_READ), hidden).replace(/\s+/g, ' ').trim()
  return words.length > LONGEST_QUOTE ? `${words.slice(0, LONGEST_QUOTE)}…` : words
}

/** A text that may go into a log or a receipt. */
export function withoutHidden(text: string, { secrets, prompt }: Hidden): string {
  let clean = withoutPrompt(text, prompt)
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, '[secret]')
  return clean.replace(INLINE, '[data]').replace(ADDRESS, '$1$2').replace(KEYS, '[secret]')
}

/**
 * Finds the sentences in the known forms of error bodies: OpenAI's, Google's, FastAPI's, fal's, ComfyUI's, plain text.
 */
function messageIn(text: string): string {
  const json = parseJson(text)
  if (typeof json === 'string') return json
  if (typeof json !== 'object' || json === null) return /^\s*</.test(text) ? '' : text
  const outer = (Array.isArray(json) ? json[0] : json) as unknown
  if (typeof outer !== 'object' || outer === null) return ''
  const { error, message, detail, errors, title, failure_reason, node_errors } = outer as Json
  const said = [error, message, detail, errors, failure_reason, title].map((each) => sentence(each)).find(isSaid)
  return [said, ofNodes(node_errors)].filter(isSaid).join('; ')
}

function sentence(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value))
    return value
      .map((each) => sentence(each))
      .filter(isSaid)
      .join('; ')
  if (typeof value !== 'object' || value === null) return undefined
  const { message, msg, detail, error, loc, details } = value as Json
  const said = [message, msg, detail, error].map((each) => sentence(each)).find(isSaid)
  if (said === undefined) return undefined
  const where: unknown = Array.isArray(loc) ? loc.at(-1) : undefined
  const more = typeof details === 'string' && details !== '' ? ` (${details})` : ''
  return `${typeof where === 'string' ? `${where}: ` : ''}${said}${more}`
}

/** ComfyUI reports errors per node. */
function ofNodes(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const said = Object.values(value as Record<string, Json>).map(({ class_type, errors }) => {
    const wrong = sentence(errors)
    return isSaid(wrong) ? `${typeof class_type === 'string' ? `${class_type}: ` : ''}${wrong}` : undefined
  })
  return said.filter(isSaid).join('; ')
}

function isSaid(text: string | undefined): text is string {
  return text !== undefined && text !== ''
}
