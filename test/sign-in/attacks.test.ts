import assert from 'node:assert/strict'
import { createHmac, createPublicKey } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { revokeKey } from '../../src/actions/keys/change-key.ts'
import { createProject } from '../../src/actions/projects/change-project.ts'
import { COMMAND_LINE } from '../../src/core/keys/audit.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { atEnd } from '../support/at-end.ts'
import { allRoutes } from '../support/all-routes.ts'
import { sharedBrowser } from '../support/browser.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { openService } from '../support/service.ts'
import { browserWithoutPage } from './browser-without-page.ts'
import { CLIENT, openProvider, type TestProvider } from './provider.ts'
import { ANN, ask, codeOf, ME, openClocked, OWN, sessionOf, settingsOf, signIn } from './support.ts'

const BOSS = { ...ANN, sub: 'boss', email: 'boss@example.com' }
const CALLBACK = /\/auth\/callback/

let provider: TestProvider
before(async () => void (provider = await openProvider()))
after(() => provider.close())

test('no address does anything for a foreign page that rides on the session of an operator', async (t) => {
  const { service } = await openClocked(t, provider)
  const browser = await signIn(provider, service, { account: BOSS })
  assert.equal(await ask(browser, service, '/api/ai/admin/keys'), '200')
  const routes = (await allRoutes()).filter(({ method, url }) => url.startsWith('/api/') && method !== 'HEAD')
  const isChanging = ({ method }: { method: string }): boolean => !['GET', 'HEAD'].includes(method)
  assert.ok(routes.filter(isChanging).length > 30)
  const at = (url: string): string => service.url + url.replaceAll(/:\w+/g, '1')
  const foreign = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ]
  for (const { method, url } of routes)
    for (const headers of foreign)
      assert.equal((await browser.ask(at(url), { method, headers })).status, 401, `${method} ${url}`)
  // Without any word of whose page it was, nothing is changed either.
  for (const { method, url } of routes.filter(isChanging))
    assert.equal((await browser.ask(at(url), { method })).status, 401, `${method} ${url}`)
  // A page that somebody wrote into plain http does not speak for the https one of the same name.
  const secure = await openClocked(t, provider, { MEDIAGEN_PUBLIC_URL: 'https://media.example.com' })
  const signOut = (origin: string): Promise<Response> =>
    secure.service.call('/auth/sign-out', { method: 'POST', key: null, headers: { origin, host: 'media.example.com' } })
  assert.equal((await signOut('http://media.example.com')).status, 403)
  assert.equal((await signOut('https://media.example.com')).status, 204)
})

test('a sign-in cannot be mixed with another, and a session that somebody planted is not the one that begins', async (t) => {
  const { service } = await openClocked(t, provider)
  provider.signsIn = ANN
  const begin = `${service.url}/auth/sign-in`
  type Pending = Record<'state' | 'nonce' | 'verifier', string>
  const pendingOf = (value = ''): Pending => JSON.parse(Buffer.from(value, 'base64url').toString()) as Pending
  const name = 'mediagen-sign-in'
  for (const field of ['state', 'nonce', 'verifier'] as const) {
    const [victim, other] = [browserWithoutPage(), browserWithoutPage()]
    const came = await victim.visitUntil(begin, CALLBACK)
    await other.visitUntil(begin, CALLBACK)
    const mixed = {
      ...pendingOf(victim.get(service.url, name)),
      [field]: pendingOf(other.get(service.url, name))[field],
    }
    victim.set(service.url, name, Buffer.from(JSON.stringify(mixed)).toString('base64url'))
    assert.equal(await codeOf(await victim.ask(came)), '400 sign_in_failed', field)
    assert.equal(victim.get(service.url, 'mediagen'), undefined)
  }
  const [one, two] = [await signIn(provider, service, { account: BOSS }), browserWithoutPage()]
  const planted = one.get(service.url, 'mediagen') ?? ''
  two.set(service.url, 'mediagen', planted)
  await signIn(provider, service, { browser: two })
  assert.notEqual(two.get(service.url, 'mediagen'), planted)
  assert.equal((await sessionOf(two, service)).person?.['email'], ANN.email)
  // What was there before ended with the sign-in: nobody goes on as somebody else in another tab.
  assert.equal(await ask(one, service), '401 missing_api_key')
  // Two cookies of one name: one of them is from elsewhere.
  const own = two.get(service.url, 'mediagen')
  const both = await fetch(service.url + ME, { headers: { ...OWN, cookie: `mediagen=${planted}; mediagen=${own}` } })
  assert.equal(await codeOf(both), '401 missing_api_key')
})

test('tokens that were made without the key of the provider are none, however they say they were signed', async (t) => {
  const { service, clock } = await openClocked(t, provider)
  const now = Math.floor(clock.now() / 1000)
  const claims = { iss: provider.issuer, aud: CLIENT.id, sub: 'boss', email: BOSS.email, email_verified: true }
  const good = await provider.token({ ...claims, iat: now, exp: now + 300 })
  const status = async (key: string): Promise<number> => (await service.call(ME, { key })).status
  assert.equal(await status(good), 200)
  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = good.split('.')[1] ?? ''
  const { keys } = (await (await fetch(`${provider.issuer}/jwks`)).json()) as { keys: (JWK & { kid: string })[] }
  for (const alg of ['none', 'None', 'NONE', '']) {
    assert.equal(await status(`${encoded({ alg })}.${body}.`), 401, alg)
    assert.equal(await status(`${encoded({ alg })}.${body}.${good.split('.')[2]}`), 401, alg)
  }
  // The public key as if it were a secret that both know, in each form in which a library may read it.
  for (const jwk of keys)
    for (const format of ['pem', 'der'] as const) {
      const secret = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format } as {
        type: 'spki'
        format: 'pem'
      })
      const head = `${encoded({ alg: 'HS256', kid: jwk.kid })}.${body}`
      const signed = createHmac('sha256', secret).update(head).digest('base64url')
      assert.equal(await status(`${head}.${signed}`), 401, `${jwk.kid} as ${format}`)
    }
  // A key that came along with the token.
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = await exportJWK(publicKey)
  for (const header of [
    { jwk },
    { jku: 'https://evil.example/jwks' },
    { kid: String(keys[0]?.kid) },
    { kid: '../../etc/passwd' },
  ]) {
    const token = await new SignJWT({ ...claims, iat: now, exp: now + 300 })
      .setProtectedHeader({ alg: 'RS256', ...header })
      .sign(privateKey)
    assert.equal(await status(token), 401, JSON.stringify(header))
  }
})

test('a stream of somebody ends when they sign out everywhere, or are locked out', async (t) => {
  const { service, clock } = await openClocked(t, provider)
  const begin = async () => {
    const browser = await signIn(provider, service)
    const json = JSON.stringify({ prompt: '[[hang]] a boat', model: 'sandbox' })
    const headers = { ...OWN, 'content-type': 'application/json' }
    const made = await browser.ask(`${service.url}/api/ai/videos`, { method: 'POST', body: json, headers })
    const { id } = (await made.json()) as { id: string }
    const stream = { isOpen: true }
    const events = await browser.ask(`${service.url}/api/ai/tasks/${id}/events`, { headers: OWN })
    assert.equal(events.status, 200)
    void events.text().then(() => (stream.isOpen = false))
    return { browser, stream }
  }
  const ends = ({ stream }: Awaited<ReturnType<typeof begin>>) =>
    eventuallyOn(clock, 250, async () => (stream.isOpen ? undefined : true))
  const first = await begin()
  // Being there in another browser changes nothing here.
  const second = await signIn(provider, service)
  await clock.advance(1_000)
  assert.equal(first.stream.isOpen, true)
  assert.equal(await ask(second, service, '/auth/sign-out?everywhere=1', { method: 'POST' }), '204')
  await ends(first)
  const third = await begin()
  const id = String((await sessionOf(third.browser, service)).person?.['id'])
  await revokeKey({ store: service.store, clock }, id)
  await ends(third)
})

test('clocks that differ a little do no harm to a sign-in, and by hours they say so', async (t) => {
  const { service, clock } = await openClocked(t, provider)
  provider.signsIn = ANN
  for (const [by, outcome] of [
    [-55_000, 303],
    [55_000, 303],
    // An ID token of an hour is long over by our clock.
    [2 * 3_600_000, 400],
  ] as const) {
    const browser = browserWithoutPage()
    clock.jump(by)
    const back = await browser.visitUntil(`${service.url}/auth/sign-in`, CALLBACK)
    assert.equal((await browser.ask(back)).status, outcome, `${by} ms`)
    clock.jump(-by)
  }
})

test('claims put people into projects, take them out again, and put operators above', async (t) => {
  const store = { id: 'proj_shop', other: 'proj_other' }
  const env = { MEDIAGEN_SIGN_IN_PROJECTS: `shop-leads=${store.id}:owner,shop=${store.id}` }
  const { service, clock } = await openClocked(t, provider, env)
  provider.signsIn = { ...ANN, groups: ['shop'] }
  // A role for a project that is not there leads nowhere.
  assert.equal(await codeOf(await browserWithoutPage().visit(`${service.url}/auth/sign-in`)), '403 sign_in_refused')
  const deps = { store: service.store, clock, random: systemRandom }
  const { id: _id, ...shop } = await createProject(deps, { name: 'shop' }, COMMAND_LINE)
  const entry = { at: 0, actor: COMMAND_LINE, action: 'create project' as const, changes: [] }
  for (const id of [store.id, store.other])
    await service.store.projects.insert({ ...shop, id }, { ...entry, keyId: id })
  const place = async (groups: string[], account = ANN): Promise<unknown> => {
    const browser = await signIn(provider, service, { account: { ...account, groups } })
    const me = await (await browser.ask(service.url + ME, { headers: OWN })).json()
    const { project } = me as { project: { id: string; role: string } | null }
    return project === null ? null : `${project.id} ${project.role}`
  }
  assert.equal(await place(['shop']), 'proj_shop member')
  assert.equal(await place(['shop', 'shop-leads']), 'proj_shop owner')
  assert.equal(await place(['makers']), null)
  assert.equal(await place(['shop', 'shop-leads'], BOSS), null)
  // Where an operator put somebody, they stay.
  const [ann] = (await service.store.keys.list()).filter(({ person }) => person?.subject === 'ann')
  assert.equal(
    (
      await service.call(`/api/ai/admin/keys/${ann?.id}`, {
        method: 'PATCH',
        json: { project: store.other, role: 'viewer' },
        key: await service.newKey({ scopes: ['admin'] }),
      })
    ).status,
    200,
  )
  assert.equal(await place(['makers']), 'proj_other viewer')
  const trail = await service.store.audit.list({ limit: 99 })
  const moves = trail.filter(({ keyId, action }) => keyId === ann?.id && action === 'edit')
  assert.ok(moves.some(({ changes }) => changes.some(({ field, to }) => field === 'role' && to === 'owner')))
  // A token has what its own claims say, and leaves the record alone.
  const now = Math.floor(clock.now() / 1000)
  const token = await provider.token({ ...ANN, groups: ['shop'], iat: now, exp: now + 60 })
  const me = (await (await service.call(ME, { key: token })).json()) as { project: { id: string } }
  assert.equal(me.project.id, store.id)
  assert.equal((await service.store.keys.find(ann?.id ?? ''))?.project, store.other)

  // Of an owner's tokens, only one without scopes of ours manages keys. They may outlast the token, as the owner does.
  const create = async (scope: string): Promise<Response> => {
    const key = await provider.token({ ...ANN, groups: ['shop-leads'], iat: now, exp: now + 60, scope })
    return service.call('/api/ai/project/keys', { json: { name: 'app' }, key })
  }
  assert.equal(await codeOf(await create('openid tasks:read')), '403 insufficient_scope')
  const made = await create('openid')
  assert.equal(made.status, 201)
  assert.equal(((await made.json()) as { expires: unknown }).expires, null)
})

test('in a browser: pages of another site and of another port cannot use the session, end it, or read anything', async (t) => {
  const service = await openService(t, { env: { ...settingsOf(provider), MEDIAGEN_CORS_ORIGINS: '*' } })
  provider.signsIn = ANN
  const evil = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<p>evil</p>'))
  evil.listen(0)
  await once(evil, 'listening')
  atEnd(t, () => evil.close().closeAllConnections())
  const { port } = evil.address() as AddressInfo
  const context = await (await sharedBrowser()).newContext()
  atEnd(t, () => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(0)
  await page.goto(`${service.url}/auth/sign-in`)
  const signedIn = async (): Promise<boolean> =>
    (await context.cookies(service.url)).some(({ name, value }) => name === 'mediagen' && value !== '')
  assert.equal(await signedIn(), true)
  // Another port of this host is the same site: the cookie goes along. Another name is another site.
  for (const host of ['127.0.0.1', 'localhost']) {
    await page.goto(`http://${host}:${port}/`)
    const attack = `(async () => {
      const told = []
      const body = JSON.stringify({ prompt: 'evil', model: 'sandbox' })
      for (const mode of ['cors', 'no-cors'])
        for (const [path, init] of [
          ['${ME}', {}],
          ['/auth/session', {}],
          ['/api/ai/images/generations', { method: 'POST', body }],
          ['/api/ai/videos', { method: 'POST', body: new URLSearchParams({ prompt: 'evil', model: 'sandbox' }) }],
          ['/auth/sign-out?everywhere=1', { method: 'POST' }],
        ])
          told.push(await fetch('${service.url}' + path, { mode, credentials: 'include', ...init }).then((a) => a.text(), () => ''))
      return told.join('')
    })()`
    assert.equal(await page.evaluate(attack), '', host)
    // A form takes the page itself along, with all cookies that go with a link.
    const form = `document.body.innerHTML = '<form method=post enctype="multipart/form-data" action="${service.url}/api/ai/videos"><input name=prompt value=evil><input name=model value=sandbox></form>'; document.forms[0].submit()`
    await Promise.all([page.waitForURL(`${service.url}/**`), page.evaluate(form)])
    assert.match(await page.content(), /missing_api_key/)
  }
  assert.deepEqual(await service.store.tasks.list({ keyId: null, limit: 9 }), [])
  await page.goto(`${service.url}/`)
  await page.getByTitle('Signed in as Ann@example.com').waitFor()
  assert.equal(await signedIn(), true)
})
