// The part of S3 that the service uses, in the test's own process. It knows buckets in paths alone, and refuses what it does
// not know instead of passing over it. Bytes are in a folder that goes with the process.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendXml, xml, type Bucket, type Call } from './call.ts'
import { S3Error } from './errors.ts'
import { deleteObject, getObject, listObjects, putObject } from './objects.ts'
import { checkSignature, readTarget, type Account } from './signatures.ts'
import { abortUpload, completeUpload, createUpload, listUploads, uploadPart } from './uploads.ts'

/** By method, what it is about, and the parameter that makes it another operation. */
const OPERATIONS: Readonly<Record<string, (call: Call) => void | Promise<void>>> = {
  'GET bucket list-type': listObjects,
  'GET bucket uploads': listUploads,
  'PUT object': putObject,
  'GET object': getObject,
  'HEAD object': getObject,
  'DELETE object': deleteObject,
  'POST object uploads': createUpload,
  'PUT object uploadId': uploadPart,
  'POST object uploadId': completeUpload,
  'DELETE object uploadId': abortUpload,
}
const DECIDING = ['list-type', 'uploads', 'uploadId']
const LISTING = [
  'prefix',
  'start-after',
  'continuation-token',
  'max-keys',
  'key-marker',
  'upload-id-marker',
  'max-uploads',
]
const KNOWN_PARAMETERS = new Set([...DECIDING, ...LISTING, 'partNumber', 'x-id'])

/** Starts it on a free port; gives back its address. It keeps no process from ending. */
export async function startSmallS3(account: Account): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-test-s3-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const buckets = new Map<string, Bucket>()
  let files = 0
  const newFile = (): string => join(folder, String(++files))
  // It never ends a connection of its own accord: a client that begins a request at that moment would see it break.
  const server = createServer({ keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 }, (request, answer) => {
    answer.setHeader('x-amz-request-id', 'small')
    const served = serve({ request, answer, buckets, newFile }, account)
    served.catch((error: unknown) => refuse(request, answer, error))
  })
  server.on('connection', (socket) => socket.unref())
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Arrival = Pick<Call, 'request' | 'answer' | 'newFile'> & { buckets: Map<string, Bucket> }

async function serve({ buckets, ...arrival }: Arrival, account: Account): Promise<void> {
  const { request, answer } = arrival
  const method = request.method ?? ''
  const target = readTarget(request.url ?? '')
  checkSignature({ method, target, headers: request.headersDistinct }, account, Date.now())
  const [, name = '', key = ''] = /^\/([^/]+)\/?(.*)$/s.exec(target.path) ?? []
  const query = new Map(target.query)
  const known = buckets.get(name)
  const unknown = [...query.keys()].find((each) => !KNOWN_PARAMETERS.has(each) && !/^(?:X-Amz|response)-/.test(each))
  if (unknown !== undefined) throw new S3Error('NotImplemented', `No parameter '${unknown}' here`)
  const operation = [method, key === '' ? 'bucket' : 'object', ...DECIDING.filter((each) => query.has(each))].join(' ')
  if (operation === 'PUT bucket') {
    if (known !== undefined) throw new S3Error('BucketAlreadyOwnedByYou')
    buckets.set(name, { name, objects: new Map(), uploads: new Map() })
    return void answer.writeHead(200, { location: `/${name}`, 'content-length': 0 }).end()
  }
  const work = OPERATIONS[operation]
  if (work === undefined) throw new S3Error('NotImplemented', `No ${operation} here`)
  if (known === undefined) throw new S3Error('NoSuchBucket')
  await work({ ...arrival, query, bucket: known, key })
}

function refuse(request: IncomingMessage, answer: ServerResponse, error: unknown): void {
  // The client has gone, or has half an answer that cannot be mended.
  if (request.destroyed && !request.complete) return void answer.destroy()
  if (answer.headersSent) return void answer.destroy()
  const { code, message, status } =
    error instanceof S3Error ? error : new S3Error('InternalError', error instanceof Error ? error.message : '')
  if (request.method === 'HEAD') return void answer.writeHead(status).end()
  sendXml(answer, 'Error', [xml('Code', code), xml('Message', message), xml('RequestId', 'small')], status)
}
