import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { decodeJwt } from 'jose'
import { revokeKey } from '../../src/actions/keys/change-key.ts'
import { call, ERAS, type Era, negotiation } from '../mcp/client.ts'
import { atEnd } from '../support/at-end.ts'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import type { ManualClock } from '../support/manual-clock.ts'
import { openService, type TestService } from '../support/service.ts'
import { refusal } from '../support/uploads.ts'
import { browserWithoutPage } from './browser-without-page.ts'
import { type Account, CLIENT, openProvider, type TestProvider } from './provider.ts'
import { ANN, openClocked } from './support.ts'

const BACK = 'http://127.0.0.1:9/back'

let provider: TestProvider
before(async () => void (provider = await openProvider()))
after(() => provider.close())

const clocked = (t: TestContext, env?: Record<string, string>) => openClocked(t, provider, env)

/** An assistant that knows nothing but the address: what it is told on the way, it keeps here. */
function assistant() {
  const kept: Record<string, unknown> & { asked?: URL; tokens?: { access_token: string } } = {}
  const oauth: OAuthClientProvider = {
    redirectUrl: BACK,
    clientMetadata: { client_name: 'an assistant', redirect_uris: [BACK], token_endpoint_auth_method: 'none' },
    clientInformation: () => kept['client'] as { client_id: string; issuer: string } | undefined,
    saveClientInformation: (client) => void (kept['client'] = client),
    tokens: () => kept.tokens as ReturnType<OAuthClientProvider['tokens']>,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.asked = url),
    saveCodeVerifier: (verifier) => void (kept['verifier'] = verifier),
    codeVerifier: () => String(kept['verifier']),
    saveDiscoveryState: (state) => void (kept['found'] = state),
    discoveryState: () => kept['found'] as ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>,
  }
  return { kept, oauth }
}

/** Connects as an assistant does whose person signs in on the way. */
async function signedIn(t: TestContext, service: TestService, account: Account, era: Era = 'modern') {
  provider.signsIn = account
  const { kept, oauth } = assistant()
  const address = new URL('/mcp', service.url)
  const first = new StreamableHTTPClientTransport(address, { authProvider: oauth })
  const stranger = new Client({ name: 'test', version: '1.0.0' }, negotiation(era))
  await assert.rejects(stranger.connect(first), UnauthorizedError)
  const back = new URL(await browserWithoutPage().visitUntil(String(kept.asked), /^http:\/\/127\.0\.0\.1:9\//))
  await first.finishAuth(back.searchParams)
  const client = new Client({ name: 'test', version: '1.0.0' }, negotiation(era))
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: oauth }))
  atEnd(t, () => client.close())
  return { client, kept, token: kept.tokens?.access_token ?? assert.fail('there is no token') }
}

for (const era of ERAS)
  test(`${era}: an assistant that knows only the address registers, its person signs in, and it works as that person`, async (t) => {
    const { service } = await clocked(t)
    const { client, token, kept } = await signedIn(t, service, ANN, era)
    assert.equal(kept.asked?.searchParams.get('resource'), `${service.url}/mcp`)
    assert.equal(decodeJwt(token).aud, `${service.url}/mcp`)
    const made = await call(client, 'generate_image', { prompt: 'a cat', model: 'sandbox' })
    assert.equal(made.receipt.status, 'success')
    const [person] = (await service.store.keys.list()).filter((key) => key.person !== null)
    assert.equal((await service.store.tasks.find(made.receipt.task_id))?.keyId, person?.id)
    assert.equal(person?.person?.subject, 'ann')
  })

test('an assistant has the scopes that the claims give its person, and no more than its token names', async (t) => {
  const { service, clock } = await clocked(t)
  const { client } = await signedIn(t, service, { ...ANN, sub: 'vic', groups: ['viewers'] })
  const { tools } = await client.listTools()
  const reading = ['list_models', 'get_task', 'list_tasks']
  assert.deepEqual(
    tools.map(({ name }) => name),
    reading,
  )
  // Ann may make things; this assistant of hers was given less.
  const token = await provider.token({ ...claims(service, clock), scope: 'openid tasks:read' }, { typ: 'at+jwt' })
  const listed = (await (await speak(service, token)).text()).matchAll(/"name":"(\w+)","title"/g)
  assert.deepEqual(
    [...listed].map(([, name]) => name),
    reading,
  )
})

function claims(service: TestService, clock: ManualClock, more: Record<string, unknown> = {}) {
  const now = Math.floor(clock.now() / 1000)
  const { sub, email, email_verified } = ANN
  return { sub, email, email_verified, aud: `${service.url}/mcp`, iat: now, exp: now + 300, ...more }
}

const speak = (service: TestService, key: string | null, path = '/mcp'): Promise<Response> =>
  service.call(path, {
    key,
    json: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
  })

test('tokens for somebody else, of somebody else, too old or withdrawn open no tool, and a token for tools opens nothing else', async (t) => {
  const { service, clock } = await clocked(t)
  const status = async (more: Record<string, unknown>, header = {}): Promise<number> =>
    (await speak(service, await provider.token(claims(service, clock, more), header))).status
  const now = Math.floor(clock.now() / 1000)
  const good = await provider.token(claims(service, clock), { typ: 'at+jwt' })
  assert.equal((await speak(service, good)).status, 200)
  for (const [what, more] of Object.entries({
    'the console, as ID tokens are': { aud: CLIENT.id },
    'an assistant, as its own ID tokens are': { aud: 'another-client' },
    'the service as a whole': { aud: service.url },
    'another path': { aud: `${service.url}/mcp/` },
    'another service': { aud: 'https://other.example/mcp' },
    nobody: { aud: undefined },
  }))
    assert.equal(await status(more), 401, `a token for ${what}`)
  assert.equal(await status({ aud: ['https://other.example/mcp', `${service.url}/mcp`] }), 200)
  assert.equal(await status({ iss: 'https://evil.example' }), 401)
  assert.equal(await status({ exp: now - 59 }), 200)
  assert.equal(await status({ exp: now - 61 }), 401)
  assert.equal(await status({ email: 'eve@evil.example', sub: 'eve' }), 401)
  assert.equal(await status({}, { typ: 'logout+jwt' }), 401)
  // It was given to an assistant: the interface of the operators and all others are none of its business.
  for (const path of ['/api/ai/me', '/api/ai/tasks', '/v1/models'])
    assert.equal((await service.call(path, { key: good })).status, 401, path)
  const [person] = (await service.store.keys.list()).filter((key) => key.person !== null)
  await revokeKey({ store: service.store, clock }, person?.id ?? '')
  assert.equal((await speak(service, good)).status, 401)
})

test('a refusal says where to find the provider, in one document at both of its addresses', async (t) => {
  const { service } = await clocked(t, { MEDIAGEN_PUBLIC_URL: 'https://media.example.com' })
  const where = 'https://media.example.com/.well-known/oauth-protected-resource/mcp'
  const strange = await speak(service, null)
  assert.equal(strange.headers.get('www-authenticate'), `Bearer resource_metadata="${where}"`)
  assert.equal((await refusal(strange)).code, 'missing_api_key')
  const wrong = await speak(service, 'mg_wrong')
  assert.equal(wrong.headers.get('www-authenticate'), `Bearer error="invalid_token", resource_metadata="${where}"`)
  // Elsewhere a key is all that helps.
  const other = await service.call('/api/ai/me', { key: null })
  assert.equal(other.headers.get('www-authenticate'), 'Bearer')
  for (const path of ['/.well-known/oauth-protected-resource', new URL(where).pathname]) {
    const answer = await service.call(path, { key: null })
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.deepEqual(await answer.json(), {
      resource: 'https://media.example.com/mcp',
      authorization_servers: [provider.issuer],
      bearer_methods_supported: ['header'],
      scopes_supported: ['openid', 'email', 'profile'],
      resource_name: 'mediagen',
    })
  }
  // Without a provider, there is nothing to find.
  const plain = await openService(t)
  assert.equal((await plain.call('/.well-known/oauth-protected-resource/mcp', { key: null })).status, 404)
  assert.equal((await speak(plain, null)).headers.get('www-authenticate'), 'Bearer')
})

test('a provider that does not know addresses as audiences may name another one', async (t) => {
  const { service, clock } = await clocked(t, { MEDIAGEN_MCP_AUDIENCE: 'api://media-tools' })
  const token = await provider.token(claims(service, clock, { aud: 'api://media-tools' }))
  assert.equal((await speak(service, token)).status, 200)
  assert.equal((await service.call('/api/ai/me', { key: token })).status, 401)
})

test('an assistant that waits for a tool is let go of when the token ends or its person is locked out', async (t) => {
  const { service, clock } = await clocked(t)
  const begin = async (seconds: number, sub: string) => {
    const token = await provider.token(claims(service, clock, { sub, exp: Math.floor(clock.now() / 1000) + seconds }))
    const json = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'generate_image', arguments: { prompt: `[[hang]] ${sub} ${seconds}`, model: 'sandbox' } },
    }
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }
    return service.call('/mcp', { key: token, json, headers })
  }
  const over = { long: '', short: '' }
  const long = begin(300, 'ann').then(async (answer) => void (over.long = await answer.text()))
  const short = begin(1, 'ann').then(async (answer) => void (over.short = await answer.text()))
  await eventually(async () =>
    (await service.store.tasks.list({ keyId: null, limit: 9 })).length === 2 ? true : undefined,
  )
  // The minute between the clocks, and then the token of one of them; the other of the same person goes on.
  clock.jump(62_000)
  await eventuallyOn(clock, 250, async () => (over.short === '' ? undefined : true))
  await short
  assert.match(over.short, /invalid_api_key/)
  assert.equal(over.long, '')
  const [person] = (await service.store.keys.list()).filter((key) => key.person !== null)
  await revokeKey({ store: service.store, clock }, person?.id ?? '')
  await eventuallyOn(clock, 250, async () => (over.long === '' ? undefined : true))
  await long
  assert.match(over.long, /invalid_api_key/)
})
