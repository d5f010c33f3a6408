import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Config, ConfigError, readConfig } from './config.ts'

const OIDC = {
  MEDIAGEN_OIDC_ISSUER: 'https://id.example.com/realms/main',
  MEDIAGEN_OIDC_CLIENT_ID: 'mediagen',
  MEDIAGEN_SIGN_IN_ALLOWED: '@Example.com, media',
}

function problemOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'none'
}

test('people sign in where an identity provider is set, and nowhere else', () => {
  const settings = (env: Record<string, string>): Config['signIn'] => readConfig(env).signIn
  assert.equal(settings({}), undefined)
  const roles = 'cn=admins=admin,viewers=tasks:read+images:write,all=usual'
  const read = settings({ ...OIDC, MEDIAGEN_OIDC_CLIENT_SECRET: 'hidden', MEDIAGEN_SIGN_IN_ROLES: roles })
  assert.deepEqual([read?.oidc?.name, read?.oidc?.audiences], ['id.example.com', ['mediagen']])
  assert.deepEqual(read?.rules.allowed, ['@example.com', 'media'])
  assert.deepEqual(read?.rules.roles.get('cn=admins'), ['admin'])
  assert.deepEqual(read?.rules.roles.get('viewers'), ['tasks:read', 'images:write'])
  assert.equal(read?.rules.roles.get('all')?.length, 4)
  assert.ok(!JSON.stringify(read).includes('hidden'))
  const proxy = { MEDIAGEN_TRUSTED_USER_HEADER: 'X-Forwarded-Email', MEDIAGEN_TRUSTED_USER_PROXY: '10.0.0.5, fd00::/8' }
  assert.equal(settings(proxy)?.proxy?.userHeader, 'x-forwarded-email')
})

test('settings that would let in too many, or nobody, are refused with what to do', () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ ...OIDC, MEDIAGEN_SIGN_IN_ALLOWED: '' }, /MEDIAGEN_SIGN_IN_ALLOWED is missing: list who may sign in/],
    [{ ...OIDC, MEDIAGEN_OIDC_CLIENT_ID: '' }, /MEDIAGEN_OIDC_CLIENT_ID is missing: register mediagen/],
    [{ ...OIDC, MEDIAGEN_OIDC_ISSUER: 'http://id.example.com' }, /must be the https address of your identity provider/],
    [{ ...OIDC, MEDIAGEN_PUBLIC_URL: 'http://media.example.com' }, /must be an https address if people sign in/],
    [{ ...OIDC, MEDIAGEN_OIDC_SCOPES: 'email' }, /must contain 'openid'/],
    [{ ...OIDC, MEDIAGEN_MCP_AUDIENCE: 'tools mediagen' }, /must not be the client id/],
    [{ ...OIDC, MEDIAGEN_SIGN_IN_PROJECTS: 'shop=proj_1:admin' }, /must list role=project:viewer/],
    [{ ...OIDC, MEDIAGEN_SIGN_IN_ROLES: 'ops=root' }, /must list role=scope\+scope/],
    [{ MEDIAGEN_OIDC_CLIENT_ID: 'x' }, /MEDIAGEN_OIDC_CLIENT_ID has no effect without MEDIAGEN_OIDC_ISSUER/],
    [{ MEDIAGEN_SIGN_IN_ADMINS: 'a@b.c' }, /MEDIAGEN_SIGN_IN_ADMINS has no effect without/],
    [{ MEDIAGEN_TRUSTED_USER_HEADER: 'X-User' }, /MEDIAGEN_TRUSTED_USER_PROXY is missing: list the addresses/],
    [
      { MEDIAGEN_TRUSTED_USER_HEADER: 'Authorization', MEDIAGEN_TRUSTED_USER_PROXY: '::1' },
      /header that the proxy sets/,
    ],
    [{ MEDIAGEN_TRUSTED_USER_HEADER: 'X-User', MEDIAGEN_TRUSTED_USER_PROXY: '0.0.0.0/0' }, /must list addresses/],
  ]
  for (const [env, problem] of cases) assert.match(problemOf(env), problem)
})
