import assert from 'node:assert/strict'
import type { Receipt } from '@mediagen/client'
import type { Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import type { TestService } from '../support/service.ts'

export type Wish = { prompt: string; kind?: 'image' | 'video'; webhookUrl?: string; [parameter: string]: unknown }

const PATHS = { image: 'images/generations', video: 'videos' } as const

/** Asks for something and gives back the id of its task at once. */
export async function ask(service: TestService, { kind = 'image', ...wish }: Wish, key?: string): Promise<string> {
  const answer = await service.call(`/api/ai/${PATHS[kind]}`, {
    json: { model: 'sandbox', ...wish },
    headers: { prefer: 'respond-async' },
    ...(key === undefined ? {} : { key }),
  })
  const body = (await answer.json()) as { id?: string; error?: unknown }
  assert.ok(body.id !== undefined, JSON.stringify(body))
  return body.id
}

/** Asks, and waits until it has ended. */
export async function made(service: TestService, wish: Wish): Promise<string> {
  const id = await ask(service, wish)
  await ended(service, id)
  return id
}

export async function receiptOf(service: TestService, id: string): Promise<Receipt | undefined> {
  const answer = await service.call(`/api/ai/tasks/${id}`)
  return answer.ok ? ((await answer.json()) as Receipt) : undefined
}

export async function statusOf(service: TestService, id: string): Promise<string | undefined> {
  return (await receiptOf(service, id))?.status
}

export function ended(service: TestService, id: string): Promise<string> {
  return eventually(async () => {
    const status = await statusOf(service, id)
    return status === 'success' || status === 'failed' ? status : undefined
  })
}

/** The row of a task in the list. */
export function row(page: Page, prompt: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('link', { name: prompt }) })
}

/** Fails where the page is wider than the screen. */
export async function fits(page: Page): Promise<void> {
  const [wide, screen] = (await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )) as [number, number]
  assert.ok(wide <= screen, `${page.url()} is ${wide} wide on a screen of ${screen}`)
}
