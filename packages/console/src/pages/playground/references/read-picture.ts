import type { Reference } from '../form/form.ts'

// The service takes 20 MiB unless its operator says otherwise; it refuses the rest in its own words.
const TYPES = /^image\/(?:png|jpeg|webp|gif|avif)$/

let lastId = 0

/** Makes references of what was dropped, pasted or chosen; other things than pictures are left aside and counted. */
export async function readPictures(files: readonly File[]): Promise<{ pictures: Reference[]; others: number }> {
  const fitting = files.filter(({ type }) => TYPES.test(type))
  const pictures = await Promise.all(
    fitting.map(async (file) => newReference(file.name === '' ? 'pasted.png' : file.name, await dataUrl(file))),
  )
  return { pictures, others: files.length - fitting.length }
}

/** A result as a reference, by its own address. */
export function referenceTo(url: string): Reference {
  return newReference(new URL(url).pathname.split('/').at(-1) ?? 'picture', url)
}

export function newReference(name: string, url: string): Reference {
  lastId += 1
  return { id: `${performance.timeOrigin}-${lastId}`, name, url }
}

function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture could not be read.')))
    reader.readAsDataURL(file)
  })
}
