import { yuvBytes } from './yuv.ts'

/** Shared memory for this many raw frames, used over and over: frames by the dozen would wait for the garbage collector. */
export function newRing(frames: number, { width, height }: { width: number; height: number }): SharedArrayBuffer {
  return new SharedArrayBuffer(frames * yuvBytes(width, height))
}

/** The place of frame `index` in the ring. */
export function slotOf(ring: SharedArrayBuffer, index: number, size: { width: number; height: number }): Uint8Array {
  const bytes = yuvBytes(size.width, size.height)
  return new Uint8Array(ring, (index % (ring.byteLength / bytes)) * bytes, bytes)
}
