import type { EngineJob } from '../../ports/engine.ts'
import type { ModelSettings } from '../model-settings.ts'
import { toldOptions } from '../told-settings.ts'
import type { ProviderRow } from './provider-row.ts'

// Shorter values occur in any request.
const LEAST_TELLING = 4

/**
 * Warnings about options that a package left out of its request: several packages silently send only the options that
 * they know. A package may rename an option, so the value counts as well.
 */
export async function droppedOptions(
  row: ProviderRow,
  { job, settings }: { job: EngineJob; settings: ModelSettings },
  bodies: readonly unknown[],
): Promise<string[]> {
  // Without its own names: options with a parameter's meaning are known to be passed on.
  const told = Object.entries(toldOptions(job, settings, {}))
  // A value that was never sent was not dropped.
  if (told.length === 0 || bodies.length === 0) return []
  const texts = await Promise.all(
    bodies.map((body) => new Response(body as ConstructorParameters<typeof Response>[0]).text()),
  )
  const sent = plain(texts.join('\n'))
  const isSent = ([name, value]: readonly [string, unknown]): boolean => {
    const text = plain(typeof value === 'string' ? value : JSON.stringify(value))
    return sent.includes(plain(name)) || (text.length >= LEAST_TELLING && sent.includes(text))
  }
  return told
    .filter((option) => !isSent(option))
    .map(([name]) => `${name}: the ${row.name} package does not pass this option on, so it had no effect.`)
}

/** `guidanceScale` and `guidance_scale` are one name. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9.]/g, '')
}

/** Several packages take 0 for "no seed" and silently leave it out. */
export function seedWarning(job: EngineJob): string[] {
  const dropped = job.model.kind === 'video' && job.parameters.seed === 0
  return dropped ? ['seed: 0 may count as no seed at this provider; use another number to repeat a result'] : []
}
