import type { TestContext } from 'node:test'
import { openService, type OpenOptions, type TestService } from '../../../test/support/service.ts'
import { Mediagen, type MediagenOptions } from '../src/mediagen.ts'

/** A real service on a free port, and a client of it. */
export async function openClient(
  t: TestContext,
  options: MediagenOptions = {},
  serviceOptions?: OpenOptions,
): Promise<{ service: TestService; client: Mediagen }> {
  const service = await openService(t, serviceOptions)
  return { service, client: new Mediagen({ apiKey: service.key, baseURL: service.url, ...options }) }
}

// Pauses between attempts are shorter than this, time limits longer.
const LONGEST_PAUSE_MS = 30_000

/** Pauses that are over at once, and are written down; time limits stay what they are. */
export function hastily(pausesMs: number[] = []): NonNullable<MediagenOptions['runtime']> {
  return {
    alarm(ms, ring) {
      if (ms <= LONGEST_PAUSE_MS) pausesMs.push(ms)
      const timer = setTimeout(ring, ms <= LONGEST_PAUSE_MS ? 0 : ms)
      return () => clearTimeout(timer)
    },
  }
}
