import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { revokeKey } from '../../src/actions/keys/change-key.ts'
import { atEnd } from '../support/at-end.ts'
import { ensureBuilt, openPage } from '../console/support.ts'
import { sharedBrowser } from '../support/browser.ts'
import { openService, type TestService } from '../support/service.ts'
import { browserWithoutPage, type Cookies } from './browser-without-page.ts'
import { type Account, CLIENT, openProvider, type TestProvider } from './provider.ts'
import { ANN, ask, codeOf, ME, openClocked, OWN, type SessionAnswer, sessionOf, settingsOf, signIn } from './support.ts'

const HOUR = 3_600_000

let provider: TestProvider
before(async () => void (provider = await openProvider()))
after(() => provider.close())

const clocked = (t: TestContext, env?: Record<string, string>) => openClocked(t, provider, env)
const signedIn = (service: TestService, account?: Account, path?: string): Promise<Cookies> =>
  signIn(provider, service, { ...(account && { account }), ...(path !== undefined && { path }) })

test('somebody signs in, works, signs out here and everywhere, and all of it is on record', async (t) => {
  const { service } = await clocked(t)
  const stranger = browserWithoutPage()
  assert.deepEqual(await sessionOf(stranger, service), {
    object: 'session',
    provider: { name: 'Example ID' },
    person: null,
  })
  const here = await signedIn(service, ANN, '/gallery?kind=video')
  const { person } = await sessionOf(here, service)
  assert.deepEqual([person?.['name'], person?.['email']], ['Ann', 'Ann@example.com'])
  assert.deepEqual(person?.['scopes'], ['images:write', 'videos:write', 'tasks:read', 'tasks:write'])
  assert.equal(await ask(here, service), '200')
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ prompt: 'x', model: 'sandbox' })
  assert.equal(await ask(here, service, '/api/ai/images/generations', { method: 'POST', body, headers: json }), '200')
  assert.equal(await ask(here, service, '/api/ai/admin/keys'), '403 insufficient_scope')

  const there = await signedIn(service)
  const third = await signedIn(service)
  assert.equal(await ask(third, service, '/auth/sign-out', { method: 'POST' }), '204')
  assert.equal(third.get(service.url, 'mediagen'), undefined)
  assert.deepEqual([await ask(here, service), await ask(there, service)], ['200', '200'])
  assert.equal(await ask(there, service, '/auth/sign-out?everywhere=1', { method: 'POST' }), '204')
  assert.equal(await ask(here, service), '401 missing_api_key')
  const entries = await service.store.audit.list({ limit: 99 })
  const byAnn = entries.filter(({ keyId }) => keyId === person?.['id']).map(({ action }) => action)
  assert.deepEqual(byAnn.toReversed(), ['create', 'sign in', 'sign in', 'sign in', 'sign out', 'sign out'])
  // Neither the secret, nor a token, nor a code is in the log.
  const told = [...here.seen, ...there.seen].flatMap((line) => /=([\w-]{30,})/.exec(line)?.[1] ?? [])
  for (const secret of [CLIENT.secret, ...told]) assert.ok(!service.logLines.join('\n').includes(secret))
})

test('the cookie cannot be read by scripts, and over https goes to no other host and no plain http', async (t) => {
  const { service } = await clocked(t)
  const browser = await signedIn(service)
  assert.match(browser.seen.at(-1) ?? '', /^mediagen=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/)
  const secure = await clocked(t, { MEDIAGEN_PUBLIC_URL: 'https://media.example.com' })
  const begun = await browserWithoutPage().ask(`${secure.service.url}/auth/sign-in`)
  assert.match(begun.headers.get('set-cookie') ?? '', /^__Host-mediagen-sign-in=.*; HttpOnly; SameSite=Lax; Secure$/)
  assert.match(
    decodeURIComponent(begun.headers.get('location') ?? ''),
    /redirect_uri=https:\/\/media.example.com\/auth\/callback/,
  )
  // Where the service is known by https, a cookie that plain http could have set is none.
  const [token = ''] = [browser.get(service.url, 'mediagen')]
  const planted = await fetch(`${secure.service.url}/auth/session`, {
    headers: { cookie: `mediagen=${token}`, ...OWN },
  })
  assert.equal(((await planted.json()) as SessionAnswer).person, null)
})

test('a session ends by its time, without use, and with the access of its person', async (t) => {
  const { service, clock } = await clocked(t)
  const idle = await signedIn(service)
  clock.jump(2 * HOUR)
  assert.equal(await ask(idle, service), '401 missing_api_key')
  clock.jump(-2 * HOUR)
  const used = await signedIn(service)
  for (let hours = 0; hours < 11; hours++) {
    clock.jump(HOUR)
    assert.equal(await ask(used, service), '200')
  }
  clock.jump(HOUR)
  assert.equal(await ask(used, service), '401 missing_api_key')
  clock.jump(-12 * HOUR)
  const ended = await signedIn(service)
  const id = String((await sessionOf(ended, service)).person?.['id'])
  await revokeKey({ store: service.store, clock }, id)
  assert.equal(await ask(ended, service), '401 missing_api_key')
  provider.signsIn = ANN
  assert.equal(await codeOf(await browserWithoutPage().visit(`${service.url}/auth/sign-in`)), '403 sign_in_refused')
})

test('claims decide who comes in and what they may do, at each sign-in anew', async (t) => {
  const { service } = await clocked(t)
  const scopes = async (account: Account): Promise<unknown> =>
    (await sessionOf(await signedIn(service, account), service)).person?.['scopes']
  assert.deepEqual(await scopes({ ...ANN, groups: ['viewers'] }), ['tasks:read'])
  assert.deepEqual(await scopes({ ...ANN, sub: 'boss', email: 'boss@example.com' }), [
    'images:write',
    'videos:write',
    'tasks:read',
    'tasks:write',
    'admin',
  ])
  assert.deepEqual(await scopes(ANN), ['images:write', 'videos:write', 'tasks:read', 'tasks:write'])
  for (const other of [
    { ...ANN, sub: 'eve', email: 'eve@example.com.evil.example' },
    { ...ANN, sub: 'eve', email_verified: false },
    { ...ANN, sub: 'eve', email: 'boss@example.com', email_verified: false },
    null,
  ]) {
    provider.signsIn = other
    assert.equal(await codeOf(await browserWithoutPage().visit(`${service.url}/auth/sign-in`)), '403 sign_in_refused')
  }
})

test('a code is good once, in the browser in which the sign-in began, and a link to sign in leads nowhere else', async (t) => {
  const { service, clock } = await clocked(t)
  provider.signsIn = ANN
  const callback = /\/auth\/callback/
  const begin = `${service.url}/auth/sign-in`
  const victim = browserWithoutPage()
  const came = await victim.visitUntil(begin, callback)
  const pending = victim.get(service.url, 'mediagen-sign-in') ?? ''
  // Somebody else's code in this browser, and this browser's code in another.
  const other = browserWithoutPage()
  const foreign = await other.visitUntil(begin, callback)
  assert.equal(await codeOf(await browserWithoutPage().ask(came)), '400 sign_in_failed')
  assert.equal(await codeOf(await other.ask(came)), '400 sign_in_failed')
  assert.equal((await victim.ask(came)).status, 303)
  // The same code again, with all that the browser had.
  const thief = browserWithoutPage()
  thief.set(service.url, 'mediagen-sign-in', pending)
  assert.equal(await codeOf(await thief.ask(came)), '400 sign_in_failed')
  assert.equal(await codeOf(await victim.ask(foreign)), '400 sign_in_failed')
  const slow = browserWithoutPage()
  const late = await slow.visitUntil(begin, callback)
  clock.jump(11 * 60_000)
  assert.equal(await codeOf(await slow.ask(late)), '400 sign_in_failed')

  for (const [wanted, led] of [
    ['/gallery?kind=video', '/gallery?kind=video'],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example/', '/'],
    ['/\t/evil.example/', '/'],
    ['javascript:alert(1)', '/'],
  ] as const) {
    const browser = browserWithoutPage()
    const back = await browser.visitUntil(`${begin}?return_to=${encodeURIComponent(wanted)}`, callback)
    assert.equal((await browser.ask(back)).headers.get('location'), led, wanted)
  }
})

test('a session works for pages of the service alone, and at no other API', async (t) => {
  const { service } = await clocked(t, { MEDIAGEN_CORS_ORIGINS: '*', MEDIAGEN_AUTOMATIC1111: 'on' })
  const browser = await signedIn(service)
  const origin = new URL(service.url).origin
  const json = { 'content-type': 'application/json' }
  const post = async (headers: Record<string, string>): Promise<string> => {
    const body = JSON.stringify({ prompt: 'x', model: 'sandbox' })
    return codeOf(
      await browser.ask(`${service.url}/api/ai/images/generations`, {
        method: 'POST',
        body,
        headers: { ...json, ...headers },
      }),
    )
  }
  assert.equal(await post(OWN), '200')
  assert.equal(await post({ origin }), '200')
  const refused = '401 missing_api_key'
  assert.equal(await post({}), refused)
  assert.equal(await post({ origin: 'https://evil.example' }), refused)
  assert.equal(await post({ origin: 'null' }), refused)
  assert.equal(await post({ 'sec-fetch-site': 'cross-site', origin }), refused)
  assert.equal(await post({ 'sec-fetch-site': 'same-site' }), refused)
  // A form and a picture of a foreign page, and a link in a mail.
  assert.equal(
    await codeOf(await browser.ask(service.url + ME, { headers: { 'sec-fetch-site': 'cross-site' } })),
    refused,
  )
  assert.equal(
    await ask(browser, service, '/auth/sign-out', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }),
    '403 sign_in_refused',
  )
  for (const path of ['/v1/models', '/sdapi/v1/sd-models', '/mcp']) {
    const answer = await browser.ask(service.url + path, { headers: OWN, method: path === '/mcp' ? 'POST' : 'GET' })
    assert.equal(answer.status, 401, path)
  }
  const cross = await browser.ask(service.url + ME, { headers: { ...OWN, origin: 'https://app.example' } })
  assert.equal(cross.headers.get('access-control-allow-credentials'), null)
  // The token of a cookie is no key, and a key is no cookie. A key wins, also where it does not work.
  const token = browser.get(service.url, 'mediagen') ?? ''
  assert.equal(await codeOf(await service.call(ME, { key: token })), '401 invalid_api_key')
  const keyed = await fetch(service.url + ME, { headers: { cookie: `mediagen=${service.key}`, ...OWN } })
  assert.equal(await codeOf(keyed), refused)
  assert.equal(await ask(browser, service, ME, { headers: { authorization: 'Bearer wrong' } }), '401 invalid_api_key')
  const me = await browser.ask(service.url + ME, { headers: { authorization: `Bearer ${service.key}`, ...OWN } })
  assert.equal(((await me.json()) as { name: string }).name, 'test')
})

test('tokens of the provider work as keys while they are valid, for this service, and by its present keys', async (t) => {
  const { service, clock } = await clocked(t)
  const claims = (more: Record<string, unknown> = {}): Record<string, unknown> => {
    const now = Math.floor(clock.now() / 1000)
    return {
      sub: 'boss',
      email: 'boss@example.com',
      email_verified: true,
      name: 'Boss',
      iat: now,
      exp: now + 300,
      ...more,
    }
  }
  const call = async (key: string, path = '/api/ai/admin/keys'): Promise<string> =>
    codeOf(await service.call(path, { key }))
  const bad = '401 invalid_api_key'
  const good = await provider.token(claims(), { typ: 'at+jwt' })
  assert.equal(await call(good), '200')
  // The same person as by the browser.
  const [session] = [
    await sessionOf(await signedIn(service, { ...ANN, sub: 'boss', email: 'boss@example.com' }), service),
  ]
  const people = (await service.store.keys.list()).filter(({ person }) => person !== null)
  assert.deepEqual(
    people.map(({ id }) => id),
    [session.person?.['id']],
  )
  assert.equal(
    await call(await provider.token(claims({ email: 'ann@example.com', sub: 'ann' }))),
    '403 insufficient_scope',
  )
  assert.equal(await call(await provider.token(claims({ email: 'a@b.example', sub: 'c' })), ME), bad)

  assert.equal(await call(await provider.token(claims({ aud: 'another-service' }))), bad)
  assert.equal(await call(await provider.token(claims({ iss: 'https://evil.example' }))), bad)
  assert.equal(await call(await provider.token(claims(), { typ: 'logout+jwt' })), bad)
  assert.equal(await call(await provider.token(claims({ exp: undefined }))), bad)
  assert.equal(await call(`${good.slice(0, -6)}AAAAAA`), bad)
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${good.split('.')[1]}.x`
  assert.equal(await call(unsigned), bad)
  assert.equal(await codeOf(await service.call('/v1/models', { key: good })), bad)

  // A minute of difference between the clocks is let pass, and no more.
  const now = Math.floor(clock.now() / 1000)
  assert.equal(await call(await provider.token(claims({ exp: now - 59 }))), '200')
  assert.equal(await call(await provider.token(claims({ exp: now - 61 }))), bad)
  assert.equal(await call(await provider.token(claims({ nbf: now + 59 }))), '200')
  assert.equal(await call(await provider.token(claims({ nbf: now + 61 }))), bad)

  // A new key is looked for, at most every half minute; the old one ends with it.
  await provider.rotate()
  const asked = provider.keysAsked()
  const rotated = await provider.token(claims())
  assert.equal(await call(rotated), bad)
  assert.equal(provider.keysAsked(), asked)
  await clock.advance(30_000)
  assert.equal(await call(rotated), '200')
  assert.equal(await call(good), bad)
  await revokeKey({ store: service.store, clock }, String(session.person?.['id']))
  assert.equal(await call(rotated), bad)
})

test('while the provider is down keys and sessions work, and the page says what to do', async (t) => {
  const { service } = await clocked(t)
  const browser = await signedIn(service)
  const fresh = await clocked(t)
  provider.isUp = false
  atEnd(t, async () => void (provider.isUp = true))
  assert.equal(await ask(browser, service), '200')
  assert.equal(await codeOf(await service.call(ME)), '200')
  const answer = await browserWithoutPage().visit(`${fresh.service.url}/auth/sign-in`)
  assert.match(answer.headers.get('content-type') ?? '', /html/)
  const page = await answer.clone().text()
  assert.match(page, /Try again later, or use an API key/)
  assert.equal(await codeOf(answer), '503 sign_in_unavailable')
})

test('a proxy that signs people in is believed at its own address alone', async (t) => {
  const env = {
    MEDIAGEN_OIDC_ISSUER: '',
    MEDIAGEN_OIDC_CLIENT_ID: '',
    MEDIAGEN_OIDC_CLIENT_SECRET: '',
    MEDIAGEN_OIDC_NAME: '',
    MEDIAGEN_SIGN_IN_ALLOWED: '',
    MEDIAGEN_TRUSTED_USER_HEADER: 'X-Forwarded-Email',
    MEDIAGEN_TRUSTED_ROLE_HEADER: 'X-Forwarded-Groups',
    // A client may write what it likes there; only the address of the connection counts.
    MEDIAGEN_TRUST_PROXY: '127.0.0.1',
  }
  const { service } = await clocked(t, { ...env, MEDIAGEN_TRUSTED_USER_PROXY: '127.0.0.1' })
  const call = async (headers: [string, string][], path = ME, method = 'GET'): Promise<string> =>
    codeOf(await service.call(path, { key: null, method, headers }))
  const boss: [string, string] = ['x-forwarded-email', 'boss@example.com']
  assert.equal(await call([boss], '/api/ai/admin/keys'), '200')
  assert.equal(await call([['x-forwarded-email', 'ann@example.com']], '/api/ai/admin/keys'), '403 insufficient_scope')
  const viewer: [string, string][] = [
    ['x-forwarded-email', 'vic@example.com'],
    ['x-forwarded-groups', 'a,viewers'],
  ]
  const session = await service.call('/auth/session', { key: null, headers: viewer })
  assert.deepEqual(((await session.json()) as SessionAnswer).person?.['scopes'], ['tasks:read'])
  // What the proxy's own cookie brings along, a foreign page can bring along too.
  assert.equal(await call([boss], '/api/ai/images/generations', 'POST'), '401 missing_api_key')
  assert.equal(await call([boss], '/v1/models'), '401 missing_api_key')
  const elsewhere = await clocked(t, { ...env, MEDIAGEN_TRUSTED_USER_PROXY: '192.0.2.7' })
  for (const headers of [[boss], [boss, ['x-forwarded-for', '192.0.2.7']]] as [string, string][][]) {
    const answer = await elsewhere.service.call(ME, { key: null, headers })
    assert.equal(await codeOf(answer), '401 missing_api_key')
  }
  assert.equal(await codeOf(await elsewhere.service.call(ME, { headers: [boss] })), '200')
})

test('in a browser: the page offers to sign in, leads back after it and after the end of a session, and out everywhere', async (t) => {
  ensureBuilt()
  const service = await openService(t, { env: settingsOf(provider) })
  provider.signsIn = ANN
  const expected = /status of 40[13]/
  const { page, checkAccess } = await openPage(
    t,
    { browser: await sharedBrowser(), service },
    { path: '/tasks?status=failed', signedInWith: null, expected },
  )
  const enter = page.getByRole('link', { name: 'Sign in with Example ID' })
  await enter.waitFor()
  await checkAccess()
  await page.getByLabel('API key').waitFor()
  await enter.click()
  await page.getByRole('heading', { name: 'Tasks', exact: true }).waitFor()
  assert.equal(page.url(), `${service.url}/tasks?status=failed`)
  await page.getByTitle('Signed in as Ann@example.com').waitFor()
  // Nothing that a script of the page could read says who it is.
  assert.equal(await page.evaluate('document.cookie + (localStorage.getItem("mediagen.key") ?? "")'), '')
  await page.goto(`${service.url}/`)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a picture by somebody who signed in')
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('img', { name: 'a picture by somebody who signed in' }).waitFor()

  const [person] = (await service.store.keys.list()).filter((key) => key.person !== null)
  const id = person?.id ?? ''
  const entry = { at: 0, actor: { keyId: null, name: 'test' }, action: 'sign out' as const, keyId: id, changes: [] }
  await service.store.sessions.endAll(id, entry)
  // The page is open meanwhile: its next question is refused.
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.getByText('Sign in again to continue where you left off').waitFor()
  await enter.click()
  await page.getByRole('heading', { name: 'Usage' }).waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await enter.waitFor()
  assert.equal((await page.context().cookies()).filter(({ name }) => name === 'mediagen').length, 0)
})
