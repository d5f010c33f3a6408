import type { Experimental_VideoModelV4File, ImageModelV4File } from '@ai-sdk/provider'
import type { ImageInput } from '@mediagen/client'

/** An AI SDK file, in the form that the client expects. */
export function inputOf(file: ImageModelV4File | Experimental_VideoModelV4File): ImageInput {
  if (file.type === 'url') return file.url
  const bytes = typeof file.data === 'string' ? fromBase64(file.data) : new Uint8Array(file.data)
  return new Blob([bytes], { type: file.mediaType })
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}
