/** Tasks that are asked after, one after another. */
export const POLL_TASKS = 200

/** Ids as long as ours. */
export const pollId = (n: number): string => `7${String(n).padStart(21, '0')}`

const text = { type: 'string' }
const maybeText = { type: ['string', 'null'] }

/** The form of the answer, so that the bare side is as fast at writing it as Fastify allows. */
export const POLL_ANSWER = {
  type: 'object',
  properties: {
    id: text,
    object: text,
    created: { type: 'integer' },
    model: text,
    status: text,
    data: { type: 'array', items: { type: 'object', properties: { url: text, cover_url: maybeText } } },
    error: { type: 'null' },
  },
}
