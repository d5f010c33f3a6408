import type { TestContext } from 'node:test'
import OpenAI from 'openai'
import type { OpenOptions, TestService } from '../support/service.ts'
import { openService } from '../support/service.ts'

export type Spoken = { service: TestService; client: OpenAI }

/** The unmodified client of OpenAI, given nothing but an address and a key. */
export function clientOf(service: TestService, options: ConstructorParameters<typeof OpenAI>[0] = {}): OpenAI {
  return new OpenAI({ baseURL: `${service.url}/v1`, apiKey: service.key, ...options })
}

/** The whole service, and that client in front of it. */
export async function openSpoken(t: TestContext, options: OpenOptions = {}): Promise<Spoken> {
  const service = await openService(t, options)
  return { service, client: clientOf(service) }
}

/** The receipt of a task, as the native interface shows it. */
export async function receiptOf(
  service: TestService,
  id: string,
): Promise<{ warnings: string[]; status: string; attempts: number }> {
  return (await (await service.call(`/api/ai/tasks/${id}`)).json()) as {
    warnings: string[]
    status: string
    attempts: number
  }
}

/** How many tasks there are of the service's key. */
export async function countTasks(service: TestService): Promise<number> {
  return (await service.store.tasks.list({ keyId: service.apiKey.id, limit: 100 })).length
}
