import type { Pixels } from '../ports/images.ts'

/**
 * The pixels of a picture of whatever form, with no side longer than `maxSide`; undefined where it cannot be read. It is
 * decoded as strangers' pictures are: apart, within limits.
 */
export async function smallPicture(bytes: Uint8Array, maxSide: number): Promise<Pixels | undefined> {
  const { sharpImages } = await import('../media/sharp-images.ts')
  // The picture is saved already: one that no decoder takes is only not shown.
  return sharpImages()
    .decode(bytes, maxSide)
    .catch(() => undefined)
}
