import { AppError } from '../core/errors.ts'
import type { MediaType } from '../core/files/media-type.ts'
import type { Dimensions } from '../core/tasks/size.ts'

const WHAT_TO_SEND = 'Send a PNG, JPEG, WebP, GIF or AVIF picture.'
const SCALE_DOWN = 'Scale it down, or send it as a plain JPEG.'

export function unreadable(): AppError {
  return new AppError('invalid_image', `The reference is not a picture that we read. ${WHAT_TO_SEND}`, {
    param: 'image',
  })
}

export function damaged(type: MediaType, cause?: unknown): AppError {
  const message = `The reference begins like ${type.mediaType} but is damaged or cut short. ${WHAT_TO_SEND}`
  return new AppError('invalid_image', message, { param: 'image', cause })
}

export function tooManyPixels({ width, height }: Dimensions, maxPixels: number, maxSide: number): AppError {
  const megapixels = Math.floor(maxPixels / 1e6)
  const message = `A reference of ${width}x${height} is too large: at most ${megapixels} megapixels and ${maxSide} pixels a side. Scale it down.`
  return new AppError('image_too_large', message, { param: 'image' })
}

export function pastThePixelLimit(cause: unknown): AppError {
  const message = 'A reference has more pixels than the service takes. Scale it down.'
  return new AppError('image_too_large', message, { param: 'image', cause })
}

export function tooMuchMemory(form: string, { width, height }: Dimensions, maxPixels: number): AppError {
  const megapixels = Math.floor(maxPixels / 1e5) / 10
  const message = `A reference of ${width}x${height} is too large to unpack as ${form}: at most ${megapixels} megapixels. ${SCALE_DOWN}`
  return new AppError('image_too_large', message, { param: 'image' })
}

export function tooManyParts(maxParts: number): AppError {
  const message = `A reference is made of more than ${maxParts} scans or frames. Send the one picture that is meant, as a plain JPEG or PNG.`
  return new AppError('image_too_large', message, { param: 'image' })
}

export function tooMuchWork(what: 'time' | 'memory'): AppError {
  const message = `A reference takes more ${what} to unpack than one picture is given. ${SCALE_DOWN}`
  return new AppError('image_too_large', message, { param: 'image' })
}
