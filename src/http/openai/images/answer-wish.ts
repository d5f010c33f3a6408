import type { Generation } from '../../body/read-generation.ts'

/** How the caller wants its answer. */
export type AnswerWish = {
  responseFormat: 'url' | 'b64_json' | null
  /** Where nothing was asked for: clients of such models look at an address first, and may not be able to reach it. */
  textAlone: boolean
  format: string | null
  compression: number | null
}

const TEXT_ALONE = /^(?:chat)?gpt-image/i

/** Reads it from the fields that are the interface's own; the table has checked them. */
export function answerWish({ own, request }: Generation): AnswerWish {
  const responseFormat = own['response_format']
  return {
    responseFormat: responseFormat === 'url' || responseFormat === 'b64_json' ? responseFormat : null,
    textAlone: TEXT_ALONE.test(request.model),
    format: request.settings?.output_format ?? null,
    compression: typeof own['output_compression'] === 'number' ? own['output_compression'] : null,
  }
}
