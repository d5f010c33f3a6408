import type { Json } from '../transport/exchange.ts'

const LONGEST = 300
// A server's own folders concern only the operator; the name of the file is enough.
const FOLDERS = /(?<![\w:/.])(?:[A-Za-z]:)?(?:[\\/][\w. ~+@-]+)*[\\/]([\w.~+@-]+)/g
// oxfmt and editors do not show these characters, and terminals obey some of them.
const CONTROL = /\p{Cc}+/gu

/** ComfyUI's message, fit for a caller: one line, no folders, not long. */
export function cleanText(text: unknown, longest = LONGEST): string {
  const words = String(text).replace(CONTROL, ' ').replace(FOLDERS, '$1').replace(/\s+/g, ' ').trim()
  return words.length > longest ? `${words.slice(0, longest)}…` : words
}

const MOST_NODES = 3
const LONGEST_VALUE = 80

/** Why ComfyUI refused a workflow, from the body of its answer; undefined if it does not say. */
export function explainRefusal(body: string): string | undefined {
  const { error, node_errors: nodes } = parsed(body)
  const faults = explainNodes(nodes)
  if (faults !== undefined) return faults
  const { message, details } = asJson(typeof error === 'string' ? { message: error } : error)
  if (typeof message !== 'string') return undefined
  return cleanText([message, details].filter((part) => typeof part === 'string' && part !== '').join(' '))
}

/** What is wrong with the nodes of a workflow: which node, which input, which value. */
export function explainNodes(nodes: unknown): string | undefined {
  const faults = Object.entries(asJson(nodes)).flatMap(([id, node]) => {
    const { class_type: type, errors } = asJson(node)
    const list = Array.isArray(errors) ? (errors as unknown[]) : []
    return list.map((error) => `node ${id} (${String(type)}): ${faultIn(asJson(error))}`)
  })
  if (faults.length === 0) return undefined
  const more = faults.length > MOST_NODES ? `; and ${faults.length - MOST_NODES} more` : ''
  return cleanText(faults.slice(0, MOST_NODES).join('; ') + more)
}

/** Why a job failed, from the messages that ComfyUI keeps with it. */
export function explainFailure(status: Json): string {
  const messages = Array.isArray(status['messages']) ? (status['messages'] as unknown[]) : []
  for (const message of messages) {
    if (!Array.isArray(message)) continue
    const [name, data] = message as [unknown, unknown]
    if (name === 'execution_error') return errorIn(asJson(data))
    if (name === 'execution_interrupted') return 'it was interrupted on the server'
  }
  return 'no reason was given'
}

function errorIn({ node_id: id, node_type: type, exception_type: kind, exception_message: message }: Json): string {
  const node = typeof id === 'string' ? `node ${id} (${String(type)})` : String(type)
  const said = [message, kind].find((each) => typeof each === 'string' && each.trim() !== '')
  const text = typeof said === 'string' ? said : 'no reason was given'
  return cleanText(`${node}: ${text}`)
}

// The list itself is left out: what else the operator has on that machine does not concern the caller.
function faultIn({ type, message, details, extra_info: extra }: Json): string {
  const { input_name: input, received_value: value } = asJson(extra)
  const quoted = `${String(input)} '${cleanText(value, LONGEST_VALUE)}'`
  switch (type) {
    case 'value_not_in_list':
      return `${quoted} is not available in this ComfyUI`
    case 'required_input_missing':
      return `the input ${String(input)} is missing`
    case 'value_smaller_than_min':
    case 'value_bigger_than_max':
    case 'invalid_input_type':
      return `${quoted}: ${String(message)}`
    default:
      return [message, details].filter((part) => typeof part === 'string' && part !== '').join(': ')
  }
}

function parsed(text: string): Json {
  try {
    return asJson(JSON.parse(text))
  } catch {
    return {}
  }
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}
