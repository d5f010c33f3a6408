import { brokenFor, objectFor, valueFor, type Dice, type Schema } from './values.ts'
import type { FuzzRequest } from './requests.ts'

/** A tool of assistants, as the service lists it. */
export type Tool = { name: string; inputSchema: Schema }

const ACCEPT = 'application/json, text/event-stream'
const METHODS = [
  'tools/list',
  'tools/call',
  'initialize',
  'ping',
  'prompts/list',
  'resources/read',
  'notifications/x',
  '',
]

function messageTo(key: string, body: string): FuzzRequest {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: ACCEPT }
  return { method: 'POST', target: '/mcp', headers, body: Buffer.from(body) }
}

/** The question which tools there are. */
export function toolsQuestion(key: string): FuzzRequest {
  return messageTo(key, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }))
}

/** The tools in the answer to that question, whether it came as JSON or as an event. */
export function toolsIn(body: string): Tool[] {
  const text = /^data: (.*)$/m.exec(body)?.[1] ?? body
  return (JSON.parse(text) as { result: { tools: Tool[] } }).result.tools
}

/** A message of the Model Context Protocol: most call a tool, with arguments that fit, nearly fit or do not. */
export function messageFor(tools: readonly Tool[], dice: Dice, key: string): FuzzRequest {
  const tool = dice.pick(tools)
  const fields = objectFor(tool.inputSchema, dice)
  // Left to itself it draws, and a name that is offered may lead to a provider: both take longer than all the rest.
  if ('model' in (tool.inputSchema.properties ?? {})) fields['model'] = dice.next() < 0.9 ? 'sandbox' : brokenFor(dice)
  const call = { name: dice.next() < 0.9 ? tool.name : 'nothing', arguments: fields }
  const isCall = dice.next() < 0.7
  const message = {
    jsonrpc: dice.next() < 0.95 ? '2.0' : valueFor({}, dice),
    id: dice.next() < 0.9 ? 7 : valueFor({}, dice),
    method: isCall ? 'tools/call' : dice.pick(METHODS),
    params: isCall || dice.next() < 0.5 ? call : valueFor({}, dice),
  }
  return messageTo(key, dice.next() < 0.03 ? '{"jsonrpc":' : JSON.stringify(message))
}
