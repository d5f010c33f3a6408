// Signature Version 4 as a server checks it: the signature is computed anew from what arrived.
import { createHash, createHmac } from 'node:crypto'
import { S3Error } from './errors.ts'

export type SignedRequest = {
  method: string
  target: Target
  /** By names in lower case. */
  headers: Readonly<Record<string, readonly string[] | undefined>>
}
export type Account = { accessKeyId: string; secretAccessKey: string; region: string }
/** Path and query of a request, decoded. */
export type Target = { path: string; query: readonly (readonly [name: string, value: string])[] }

const ALGORITHM = 'AWS4-HMAC-SHA256'
const UNSIGNED = 'UNSIGNED-PAYLOAD'
// Amazon's own limits: how far clocks may be apart, and how long an address can be good for.
const SKEW_MS = 15 * 60 * 1000
const MAX_EXPIRES_S = 7 * 86_400

/** What a request says about its signature. */
type Claim = { credential: string; date: string; signedHeaders: string[]; signature: string; payloadHash: string }

export function readTarget(url: string): Target {
  const [path = '', ...rest] = url.split('?')
  const pairs = rest.join('?').split('&')
  return {
    path: decode(path),
    query: pairs
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name = '', ...value] = pair.replaceAll('+', '%20').split('=')
        return [decode(name), decode(value.join('='))]
      }),
  }
}

/** Throws unless the account has signed exactly this request, and the signature still counts at that time. */
export function checkSignature(request: SignedRequest, account: Account, now: number): void {
  const [authorization] = request.headers['authorization'] ?? []
  const claim = authorization === undefined ? claimOfQuery(request, now) : claimOfHeader(request, authorization, now)
  const [accessKeyId, ...scope] = claim.credential.split('/')
  if (accessKeyId !== account.accessKeyId) throw new S3Error('InvalidAccessKeyId')
  const expected = [claim.date.slice(0, 8), account.region, 's3', 'aws4_request']
  if (scope.join('/') !== expected.join('/'))
    throw new S3Error('AuthorizationHeaderMalformed', `The scope must be ${expected.join('/')}`)
  const strangers = Object.keys(request.headers).filter(
    (name) => name.startsWith('x-amz-') && !claim.signedHeaders.includes(name),
  )
  if (strangers.length > 0 || !claim.signedHeaders.includes('host'))
    throw new S3Error('AccessDenied', `There were headers present which were not signed: ${strangers.join(', ')}`)
  const text = [ALGORITHM, claim.date, scope.join('/'), sha256(canonicalRequest(request, claim))].join('\n')
  const key = expected.reduce<Buffer | string>((key, part) => hmac(key, part), `AWS4${account.secretAccessKey}`)
  if (hmac(key, text).toString('hex') !== claim.signature) throw new S3Error('SignatureDoesNotMatch')
}

function claimOfHeader({ headers }: SignedRequest, authorization: string, now: number): Claim {
  const [, credential, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]+)$/.exec(authorization) ?? []
  const [date = ''] = headers['x-amz-date'] ?? []
  const [payloadHash] = headers['x-amz-content-sha256'] ?? []
  if (credential === undefined || names === undefined || signature === undefined || payloadHash === undefined)
    throw new S3Error('AuthorizationHeaderMalformed')
  if (!(Math.abs(timeOf(date) - now) <= SKEW_MS)) throw new S3Error('RequestTimeTooSkewed')
  return { credential, date, signedHeaders: names.split(';'), signature, payloadHash }
}

function claimOfQuery({ target, headers }: SignedRequest, now: number): Claim {
  const query = new Map(target.query)
  const given = (name: string): string => query.get(`X-Amz-${name}`) ?? ''
  if (given('Signature') === '') throw new S3Error('AccessDenied', 'The request is not signed')
  if (given('Algorithm') !== ALGORITHM || query.size !== target.query.length)
    throw new S3Error('AuthorizationQueryParametersError')
  checkLifetime(timeOf(given('Date')), Number(given('Expires')), now)
  return {
    credential: given('Credential'),
    date: given('Date'),
    signedHeaders: given('SignedHeaders').split(';'),
    signature: given('Signature'),
    payloadHash: headers['x-amz-content-sha256']?.[0] ?? UNSIGNED,
  }
}

function checkLifetime(signedAt: number, seconds: number, now: number): void {
  const isPossible = Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_EXPIRES_S
  if (Number.isNaN(signedAt) || !isPossible) throw new S3Error('AuthorizationQueryParametersError')
  if (signedAt > now + SKEW_MS) throw new S3Error('AccessDenied', 'Request is not yet valid')
  if (now > signedAt + seconds * 1000) throw new S3Error('AccessDenied', 'Request has expired')
}

function canonicalRequest({ method, target, headers }: SignedRequest, claim: Claim): string {
  const query = target.query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted((one, other) => compare(one[0], other[0]) || compare(one[1], other[1]))
    .map((pair) => pair.join('='))
  const signed = claim.signedHeaders.toSorted(compare)
  const lines = signed.map((name) => {
    const values = headers[name] ?? []
    return `${name}:${values.map((value) => value.trim().replaceAll(/ +/g, ' ')).join(',')}\n`
  })
  const path = target.path.split('/').map(encode).join('/')
  return [method, path, query.join('&'), lines.join(''), signed.join(';'), claim.payloadHash].join('\n')
}

/** Milliseconds since 1970; not a number for what is no time. */
function timeOf(date: string): number {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  const [year = NaN, month = NaN, day, hours, minutes, seconds] = parts.map(Number)
  return Date.UTC(year, month - 1, day, hours, minutes, seconds)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new S3Error('InvalidURI')
  }
}

/** All but letters, digits and `-._~`: JavaScript's own function leaves five more as they are. */
function encode(text: string): string {
  const rest = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, rest)
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
