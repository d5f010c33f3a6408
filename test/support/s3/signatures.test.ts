import assert from 'node:assert/strict'
import { test } from 'node:test'
import { S3Error } from './errors.ts'
import { checkSignature, readTarget } from './signatures.ts'

// The account, the requests and the signatures of Amazon's own examples, all of one moment.
const ACCOUNT = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const NOW = Date.UTC(2013, 4, 24)
const DATE = '20130524T000000Z'
const CREDENTIAL = `${ACCOUNT.accessKeyId}/20130524/us-east-1/s3/aws4_request`
const HOST = 'examplebucket.s3.amazonaws.com'
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

type Example = { method: string; url: string; headers: Record<string, string>; signature: string }

const EXAMPLES: readonly Example[] = [
  {
    method: 'GET',
    url: '/test.txt',
    headers: { host: HOST, range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY, 'x-amz-date': DATE },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    method: 'PUT',
    url: '/test%24file.text',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      host: HOST,
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-date': DATE,
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    method: 'GET',
    url: '/?lifecycle',
    headers: { host: HOST, 'x-amz-content-sha256': EMPTY, 'x-amz-date': DATE },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    method: 'GET',
    url: '/?max-keys=2&prefix=J',
    headers: { host: HOST, 'x-amz-content-sha256': EMPTY, 'x-amz-date': DATE },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
]

function check({ method, url, headers, signature }: Example, now = NOW, account = ACCOUNT): void {
  const names = Object.keys(headers).join(';')
  const authorization = `AWS4-HMAC-SHA256 Credential=${CREDENTIAL},SignedHeaders=${names},Signature=${signature}`
  const all = Object.entries({ ...headers, authorization }).map(([name, value]) => [name, [value]] as const)
  checkSignature({ method, target: readTarget(url), headers: Object.fromEntries(all) }, account, now)
}

const refuses = (code: string) => (error: unknown) => error instanceof S3Error && error.code === code

test("the small S3 server takes Amazon's own examples of signed requests, and nothing that differs from them", () => {
  for (const example of EXAMPLES) {
    check(example)
    const changes = [{ method: 'DELETE' }, { url: `${example.url}x` }, { signature: '0'.repeat(64) }]
    for (const change of changes)
      assert.throws(() => check({ ...example, ...change }), refuses('SignatureDoesNotMatch'), JSON.stringify(change))
    const headers = { ...example.headers, host: 'other.example' }
    assert.throws(() => check({ ...example, headers }), refuses('SignatureDoesNotMatch'))
    const stranger = { ...ACCOUNT, secretAccessKey: 'wrong' }
    assert.throws(() => check(example, NOW, stranger), refuses('SignatureDoesNotMatch'))
    assert.throws(() => check(example, NOW, { ...ACCOUNT, accessKeyId: 'other' }), refuses('InvalidAccessKeyId'))
    assert.throws(() => check(example, NOW + 16 * 60_000), refuses('RequestTimeTooSkewed'))
  }
})

test("the small S3 server takes Amazon's own example of a signed address, while it lasts", () => {
  const url =
    `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(CREDENTIAL)}&X-Amz-Date=${DATE}` +
    '&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
    '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'
  const open = (address: string, now: number, headers: Record<string, string[]> = {}): void =>
    checkSignature({ method: 'GET', target: readTarget(address), headers: { host: [HOST], ...headers } }, ACCOUNT, now)
  open(url, NOW)
  open(url, NOW + 86_400_000)
  assert.throws(() => open(url, NOW + 86_400_001), refuses('AccessDenied'))
  assert.throws(() => open(url, NOW - 16 * 60_000), refuses('AccessDenied'))
  assert.throws(() => open(url.replace('=86400', '=86401'), NOW), refuses('SignatureDoesNotMatch'))
  assert.throws(() => open(`${url}&response-content-type=text%2Fhtml`, NOW), refuses('SignatureDoesNotMatch'))
  assert.throws(() => open(url, NOW, { 'x-amz-acl': ['public-read'] }), refuses('AccessDenied'))
  assert.throws(() => open('/test.txt', NOW), refuses('AccessDenied'))
})
