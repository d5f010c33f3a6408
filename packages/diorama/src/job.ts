/** Decoded pixels, straight (not premultiplied) alpha, four bytes a pixel, rows from the top. */
export type Pixels = { width: number; height: number; rgba: Uint8Array }

/**
 * What to draw: the same prompt, seed and size always give the same pixels. References come decoded; order matters.
 * `unmarked`: the picture carries nothing of its prompt, and is edited like a stranger's.
 */
export type PictureJob = {
  prompt: string
  width: number
  height: number
  seed: number
  references: readonly Pixels[]
  unmarked?: boolean
}

/** A picture that moves. Width and height are even. */
export type ClipJob = PictureJob & { seconds: number; framesPerSecond: number }

/** How the caller follows a job: progress from 0 to 100, never falling, and a signal that stops it within one frame. */
export type Watch = { signal: AbortSignal; onProgress: (percent: number) => void }

/**
 * A finished picture, as a PNG. `unusedWords`: what of the prompt was not understood, as it was written. `notes`: what was
 * understood and could not be done to a given picture, in sentences.
 */
export type Picture = {
  bytes: Uint8Array
  mediaType: 'image/png'
  width: number
  height: number
  unusedWords: string[]
  notes: string[]
}

/** A finished clip: H.264 MP4 (yuv420p, fast start), and a JPEG cover of the same size. */
export type Clip = {
  bytes: Uint8Array
  cover: Uint8Array
  width: number
  height: number
  durationMs: number
  unusedWords: string[]
  notes: string[]
}

/** The illustrator. Rendering happens in worker threads: the caller's event loop stays free. */
export type Diorama = {
  drawPicture(job: PictureJob, watch: Watch): Promise<Picture>
  drawClip(job: ClipJob, watch: Watch): Promise<Clip>
  close(): Promise<void>
}
