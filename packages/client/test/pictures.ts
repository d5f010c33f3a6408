import sharp from 'sharp'

/** A small picture. */
export async function aPng(): Promise<Blob> {
  const flat = sharp({ create: { width: 48, height: 32, channels: 3, background: '#c63' } })
  return new Blob([new Uint8Array(await flat.png().toBuffer())], { type: 'image/png' })
}
