import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTurnOf } from '../../../actions/tasks/read-references.ts'
import { AppError } from '../../../core/errors.ts'
import type { GenerationForm } from '../../body/generation-form.ts'
import { countIn, refusedWith } from '../../body/field-text.ts'
import { type Generation, readGeneration } from '../../body/read-generation.ts'
import { asAsked, preferenceOf } from '../../edge/request-headers.ts'
import { answerWhenMade } from '../../edge/await-tasks.ts'
import type { Connected } from '../../edge/client-connection.ts'
import { tellWarnings } from '../../answer/client-text.ts'
import { tellNotCarried } from '../../results/send-small.ts'
import { sendPieces } from '../../results/stream-json.ts'
import { acceptGeneration, arrivalOf, attemptCount, type DialectParts } from '../accept-generation.ts'
import type { Fields } from '../../body/check-fields.ts'
import { answerWish, type AnswerWish, failureWarnings, imageAnswer, picturesOf } from './image-answer.ts'
import { repeatingIsPointless } from '../dialect-errors.ts'
import { EDIT_FORM, GENERATION_FORM } from './image-forms.ts'
import { ADVICE, imageEvents } from './image-events.ts'
import { imageTaskHandler, sendHandle } from './image-tasks.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

type Handlers = { generate: Handler; edit: Handler; vary: Handler; task: Handler }

/** Images for OpenAI clients: the request stays open until its tasks have ended, unless it asks for a handle. */
export function imageHandlers(parts: DialectParts): Handlers {
  const make = (reply: FastifyReply, form: GenerationForm, event: string): Promise<unknown> =>
    reply.whileConnected('wait', (connected) => answer(reply, connected, { form, event }))

  const answer = async (
    reply: FastifyReply,
    connected: Connected,
    { form, event }: { form: GenerationForm; event: string },
  ): Promise<unknown> => {
    const { request } = reply
    const arrival = arrivalOf(reply, parts.clock)
    const { own, ...generation } = await readGeneration(inTurnOf(parts, request.caller.id), request, form)
    if (form === EDIT_FORM && generation.references.every(({ role }) => role === 'mask'))
      throw await refusedWith(generation.references, imageMissing())
    const count = countIn(own)
    if (own['stream'] === true && count > 1) throw await refusedWith(generation.references, oneByStream(count))
    // A stream is an immediate answer, and also contains the images.
    const isAsync = preferenceOf(request).respondAsync && own['stream'] !== true
    const wish = { ...answerWish({ own, ...generation }), addresses: asAsked(parts, request) }
    const partials = partialsIn(own)
    const warnings = [
      ...generation.warnings,
      ...partialWarnings(parts, { own, ...generation }),
      ...(isAsync ? handleWarnings(wish) : formatWarnings(wish)),
    ]
    const tasks = await acceptGeneration(parts, reply, {
      ...generation,
      warnings,
      form,
      count,
      arrival,
      own,
      isAwaited: !isAsync,
    })
    if (isAsync) return sendHandle(reply, tasks)
    if (own['stream'] === true) {
      reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      return Readable.from(
        imageEvents(parts, tasks, { wish, partials, waiting: connected, event, requestId: request.id }),
      )
    }
    return answerWhenMade(parts, reply, tasks, {
      connected,
      advice: ADVICE,
      // Only a client that counts its attempts marks a repeat as one.
      isAdopting: parts.adoptRetries && attemptCount(request.headers) !== undefined,
      seen: (ended) => {
        if (ended.every(({ status }) => status === 'failed')) repeatingIsPointless(reply)
      },
      show: async (ended) => {
        tellWarnings(reply, failureWarnings(ended))
        const made = ended.filter(({ status }) => status === 'success')
        const pictures = await picturesOf(parts, made, wish)
        for (const { file, isCopy } of pictures) if (isCopy) tellNotCarried(reply, file)
        return sendPieces(reply, imageAnswer(ended, pictures))
      },
    })
  }

  return {
    generate: async (_request, reply) => make(reply, GENERATION_FORM, 'image_generation'),
    edit: async (_request, reply) => make(reply, EDIT_FORM, 'image_edit'),
    task: imageTaskHandler(parts),
    vary: async () => {
      const message = 'No model here creates variations. Send the picture to /v1/images/edits with a prompt instead.'
      throw new AppError('model_not_found', message, { param: 'model' })
    },
  }
}

function oneByStream(count: number): AppError {
  const message = `n: a stream returns one image, but ${count} were requested. Leave stream out, or send ${count} requests.`
  return new AppError('invalid_parameter', message, { param: 'n' })
}

function partialsIn({ partial_images: partials }: Fields): number {
  return typeof partials === 'number' ? partials : 0
}

/** A missing model is refused later, with its own message. */
function partialWarnings({ catalog }: Pick<DialectParts, 'catalog'>, { own, request }: Generation): string[] {
  if (partialsIn(own) === 0) return []
  if (own['stream'] !== true) return ['partial_images: previews are sent only with stream, so this was ignored.']
  const model = request.model === null ? undefined : catalog.named('image', request.model)
  if (model === undefined || catalog.engine(model.engine)?.givesPreviews === true) return []
  return [`partial_images: '${model.id}' does not provide previews, so only the finished image is sent.`]
}

/** The form of the images is chosen when they are fetched. */
function handleWarnings({ responseFormat, compression }: AnswerWish): string[] {
  const later = 'GET /v1/images/tasks/{id} returns URLs or, with ?response_format=b64_json, the images themselves.'
  return [
    ...(responseFormat === 'b64_json' ? [`response_format: ${later}`] : []),
    ...(compression === null ? [] : ['output_compression: it has no effect with respond-async and was ignored.']),
  ]
}

function formatWarnings({ responseFormat, format, compression }: AnswerWish): string[] {
  if (responseFormat !== 'url') {
    const isUsed = compression === null || format === 'jpeg' || format === 'webp'
    return isUsed ? [] : ['output_compression: it applies only to output_format jpeg or webp, so it was ignored.']
  }
  if (compression === null) return []
  return ['output_compression: the picture at the URL has the default quality; with b64_json, it is converted.']
}

function imageMissing(): AppError {
  return new AppError('missing_parameter', 'image is required: send the source picture.', { param: 'image' })
}
