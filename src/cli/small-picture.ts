import type { Pixels } from '../ports/images.ts'

/**
 * The pixels of a picture in any format, with no side longer than `maxSide`; undefined if it cannot be read. It is
 * decoded like an untrusted picture: isolated, within limits.
 */
export async function smallPicture(bytes: Uint8Array, maxSide: number): Promise<Pixels | undefined> {
  const { sharpImages } = await import('../media/sharp-images.ts')
  // The picture is already saved: one that cannot be decoded is just not shown.
  return sharpImages()
    .decode(bytes, maxSide)
    .catch(() => undefined)
}
