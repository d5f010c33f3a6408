import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { manualClock } from '../support/manual-clock.ts'
import { openService, type TestService } from '../support/service.ts'
import { browserWithoutPage, type Cookies } from './browser-without-page.ts'
import { type Account, CLIENT, type TestProvider } from './provider.ts'

export const ANN: Account = {
  sub: 'ann',
  email: 'Ann@example.com',
  email_verified: true,
  name: 'Ann',
  groups: ['makers'],
}
export const ME = '/api/ai/me'

/** What the console's own pages send along. */
export const OWN = { 'sec-fetch-site': 'same-origin' }

export function settingsOf({ issuer }: TestProvider): Record<string, string> {
  return {
    MEDIAGEN_OIDC_ISSUER: issuer,
    MEDIAGEN_OIDC_CLIENT_ID: CLIENT.id,
    MEDIAGEN_OIDC_CLIENT_SECRET: CLIENT.secret,
    MEDIAGEN_OIDC_NAME: 'Example ID',
    MEDIAGEN_SIGN_IN_ALLOWED: '@example.com',
    MEDIAGEN_SIGN_IN_ADMINS: 'boss@example.com',
    MEDIAGEN_SIGN_IN_ROLES: 'viewers=tasks:read',
  }
}

/** A service at which people of this provider sign in, under a clock that moves only when told. */
export async function openClocked(t: TestContext, provider: TestProvider, env: Record<string, string> = {}) {
  const clock = manualClock(Date.now())
  const service = await openService(t, { replacements: { clock }, env: { ...settingsOf(provider), ...env } })
  return { clock, service }
}

/** Somebody's browser after signing in. */
export async function signIn(
  provider: TestProvider,
  service: TestService,
  {
    account = ANN,
    path = '/',
    browser = browserWithoutPage(),
  }: { account?: Account; path?: string; browser?: Cookies } = {},
): Promise<Cookies> {
  provider.signsIn = account
  const answer = await browser.visit(`${service.url}/auth/sign-in?return_to=${encodeURIComponent(path)}`)
  assert.notEqual(browser.get(service.url, 'mediagen'), undefined, await answer.text())
  return browser
}

/** An answer in short: its status, with the code of its error. */
export async function codeOf(answer: Response): Promise<string> {
  const text = await answer.text()
  if (answer.ok) return String(answer.status)
  const code = text.startsWith('{') ? (JSON.parse(text) as { error: { code: string } }).error.code : ''
  return `${answer.status} ${code === '' ? (/<small>(\w+)/.exec(text)?.[1] ?? text) : code}`
}

/** The same for what a page of the console asks. */
export const ask = async (browser: Cookies, service: TestService, path = ME, init: RequestInit = {}): Promise<string> =>
  codeOf(await browser.ask(service.url + path, { ...init, headers: { ...OWN, ...init.headers } }))

export type SessionAnswer = { provider: { name: string } | null; person: Record<string, unknown> | null }
export const sessionOf = async (browser: Cookies, service: TestService): Promise<SessionAnswer> =>
  (await (await browser.ask(`${service.url}/auth/session`, { headers: OWN })).json()) as SessionAnswer
