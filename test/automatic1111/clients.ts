import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { OpenOptions, TestService } from '../support/service.ts'
import { openService } from '../support/service.ts'

export type Answer = { images: string[]; parameters: Record<string, unknown>; info: string }
export type Info = {
  seed: number
  width: number
  height: number
  infotexts: string[]
  task_id: string
  warnings: string[]
  sd_model_name: string
}

/** A service that lets these clients in. */
export async function openDoor(t: TestContext, { env, ...options }: OpenOptions = {}): Promise<TestService> {
  return openService(t, { ...options, env: { MEDIAGEN_AUTOMATIC1111: 'on', MEDIAGEN_FFMPEG: 'off', ...env } })
}

/** The header that these clients make of `user:password`. */
export function basic(key: string, user = 'anyone'): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}` }
}

export async function post(service: TestService, path: string, json: object, user?: string): Promise<Response> {
  return service.call(`/sdapi/v1/${path}`, { json, headers: basic(service.key, user) })
}

export async function get(service: TestService, path: string, user?: string): Promise<unknown> {
  const answer = await service.call(`/sdapi/v1/${path}`, { headers: basic(service.key, user) })
  assert.equal(answer.status, 200, path)
  return answer.json()
}

/** A picture that was made, with what is said of it. */
export async function made(answer: Response): Promise<{ answer: Answer; info: Info; bytes: Buffer }> {
  assert.equal(answer.status, 200, await answer.clone().text())
  const body = (await answer.json()) as Answer
  return { answer: body, info: JSON.parse(body.info) as Info, bytes: Buffer.from(body.images[0] ?? '', 'base64') }
}

/** What Open WebUI 0.10 sends for a prompt, with its usual size and steps. */
export const openWebUi = (prompt: string): object => ({
  prompt,
  batch_size: 1,
  width: 512,
  height: 512,
  steps: 50,
  negative_prompt: 'blurry',
})

/** What LibreChat's tool sends. */
export const libreChat = (prompt: string): object => ({
  prompt,
  negative_prompt: 'semi-realistic, cgi, 3d',
  cfg_scale: 4.5,
  steps: 22,
  width: 1024,
  height: 1024,
})

/** What SillyTavern sends: its whole form, and where it keeps the address and the password. */
export const sillyTavern = (prompt: string): object => ({
  url: 'http://127.0.0.1:7860',
  auth: 'anyone:a-secret-password',
  prompt,
  negative_prompt: 'lowres',
  sampler_name: 'DPM++ 2M',
  scheduler: 'karras',
  steps: 20,
  cfg_scale: 7,
  width: 512,
  height: 768,
  restore_faces: false,
  enable_hr: false,
  hr_upscaler: 'Latent',
  hr_scale: 1,
  hr_additional_modules: [],
  denoising_strength: 0.7,
  hr_second_pass_steps: 0,
  seed: 42,
  override_settings: { CLIP_stop_at_last_layers: 1, sd_vae: 'Automatic' },
  override_settings_restore_afterwards: true,
  clip_skip: 1,
  save_images: true,
  send_images: true,
  do_not_save_grid: false,
  do_not_save_samples: false,
})
