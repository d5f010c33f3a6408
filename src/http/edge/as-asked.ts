import type { FastifyRequest } from 'fastify'
import type { AddressDeps } from '../../actions/reading/read-task.ts'

/** What addresses in the answer to this request are made of: under the name that it was sent to, where that is ours. */
export function asAsked(deps: AddressDeps, { headers }: FastifyRequest): AddressDeps {
  const { storageUrl, signedUrl, signer } = deps
  let base: string | undefined
  return { storageUrl, signedUrl, signer, publicUrl: () => (base ??= deps.publicUrl(headers.host)) }
}
