const DAY = /^\d{4}-\d{2}-\d{2}/
const SECOND_MS = 1_000

/** The days in OpenAI's list of models: `shutdown_date` beside each model that has one, as a date or as seconds since 1970. */
export function openAiShutdowns(answer: unknown): ReadonlyMap<string, string> {
  const days = new Map<string, string>()
  for (const model of listIn(answer)) {
    const { id, shutdown_date: date } = (model ?? {}) as Record<string, unknown>
    const day = dayOf(date)
    if (typeof id === 'string' && day !== undefined) days.set(id, day)
  }
  return days
}

function listIn(answer: unknown): readonly unknown[] {
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined
  return Array.isArray(data) ? data : []
}

function dayOf(date: unknown): string | undefined {
  if (typeof date === 'string') return DAY.exec(date)?.[0]
  const at = typeof date === 'number' ? new Date(date * SECOND_MS) : undefined
  return at === undefined || Number.isNaN(at.getTime()) ? undefined : at.toISOString().slice(0, 10)
}
