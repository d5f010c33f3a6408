import type { Input, InputVideoTrack } from 'mediabunny'
import type { ClipFacts } from '../../ports/images.ts'

/** Reads size, length, pace and sound of a clip from its container, and whether its last frame is there; decodes nothing. */
export async function describeClip(path: string): Promise<ClipFacts | { damaged: string }> {
  // Loaded only where there is a clip to look at.
  const { EncodedPacketSink, FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } = await import('mediabunny')
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM, MATROSKA] })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (track === null) return { damaged: 'it has no frames' }
    const last = await new EncodedPacketSink(track).getPacket(Infinity)
    if (last === null || last.data.length === 0) return { damaged: 'it ends before its last frame' }
    return await factsOf(input, track)
  } catch (error) {
    return { damaged: error instanceof Error ? error.message : String(error) }
  } finally {
    input.dispose()
  }
}

async function factsOf(input: Input, track: InputVideoTrack): Promise<ClipFacts | { damaged: string }> {
  const { displayWidth: width, displayHeight: height } = track
  const seconds = await input.computeDuration()
  if (!(width > 0 && height > 0 && seconds > 0)) return { damaged: 'it has no size or no length' }
  const hasAudio = (await input.getPrimaryAudioTrack()) !== null
  return { width, height, durationMs: Math.round(seconds * 1000), fps: await paceOf(track), hasAudio }
}

// Frames per second are told by the first ones; to count an hour of them would take as long as to read it.
const LOOKED_AT_FRAMES = 100

async function paceOf(track: InputVideoTrack): Promise<number | null> {
  const { averagePacketRate } = await track.computePacketStats(LOOKED_AT_FRAMES)
  return averagePacketRate > 0 && Number.isFinite(averagePacketRate)
    ? Math.round(averagePacketRate * 1000) / 1000
    : null
}
