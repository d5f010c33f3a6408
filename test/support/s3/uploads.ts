// Uploads in parts.
import { createHash } from 'node:crypto'
import { receive, receiveText, type Piece } from './body.ts'
import { compareKeys, keptHeaders, pageOf, sendXml, wholeSeconds, xml, type Call, type Upload } from './call.ts'
import { S3Error } from './errors.ts'

// Amazon's own limits. The last part may be smaller.
const MIN_PART_BYTES = 5 * 2 ** 20
const MAX_PARTS = 10_000

let uploads = 0

export function createUpload({ request, answer, bucket, key }: Call): void {
  // Of one length: their order is that of their beginnings.
  const id = `upload-${String(++uploads).padStart(9, '0')}`
  bucket.uploads.set(id, { id, key, headers: keptHeaders(request), startedAt: wholeSeconds(), parts: new Map() })
  sendXml(answer, 'InitiateMultipartUploadResult', [xml('Bucket', bucket.name), xml('Key', key), xml('UploadId', id)])
}

export async function uploadPart(call: Call): Promise<void> {
  const upload = uploadOf(call)
  const number = Number(call.query.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > MAX_PARTS) throw new S3Error('InvalidArgument')
  const piece = await receive(call.request, call.newFile())
  // It may have been aborted meanwhile.
  uploadOf(call)
  upload.parts.set(number, piece)
  call.answer.writeHead(200, { etag: tagOf(piece), 'content-length': 0 }).end()
}

export async function completeUpload(call: Call): Promise<void> {
  const wanted = partsIn(await receiveText(call.request))
  const { bucket, key, answer } = call
  const upload = uploadOf(call)
  const pieces = wanted.map(({ number, etag }, index) => {
    if (number <= (wanted[index - 1]?.number ?? 0)) throw new S3Error('InvalidPartOrder')
    const piece = upload.parts.get(number)
    if (piece === undefined || tagOf(piece) !== etag) throw new S3Error('InvalidPart')
    if (piece.bytes < MIN_PART_BYTES && index < wanted.length - 1) throw new S3Error('EntityTooSmall')
    return piece
  })
  const hash = createHash('md5')
  for (const { md5 } of pieces) hash.update(md5)
  const etag = `"${hash.digest('hex')}-${pieces.length}"`
  bucket.objects.set(key, { pieces, etag, headers: upload.headers, modifiedAt: wholeSeconds() })
  bucket.uploads.delete(upload.id)
  const location = `http://${call.request.headers.host}/${bucket.name}/${encodeURIComponent(key)}`
  const content = { Location: location, Bucket: bucket.name, Key: key, ETag: etag }
  sendXml(
    answer,
    'CompleteMultipartUploadResult',
    Object.entries(content).map(([name, value]) => xml(name, value)),
  )
}

export function abortUpload(call: Call): void {
  call.bucket.uploads.delete(uploadOf(call).id)
  call.answer.writeHead(204).end()
}

export function listUploads({ answer, query, bucket }: Call): void {
  const [prefix = '', key = '', id = ''] = ['prefix', 'key-marker', 'upload-id-marker'].map((name) => query.get(name))
  const isAfter = (upload: Upload): boolean =>
    compareKeys(upload.key, key) > 0 || (id !== '' && upload.key === key && upload.id > id)
  const all = [...bucket.uploads.values()]
    .filter((upload) => upload.key.startsWith(prefix) && isAfter(upload))
    .toSorted((one, other) => compareKeys(one.key, other.key) || compareKeys(one.id, other.id))
  const { page, isTruncated } = pageOf(all, query.get('max-uploads'))
  const last = page.at(-1)
  sendXml(answer, 'ListMultipartUploadsResult', [
    xml('Bucket', bucket.name),
    xml('Prefix', prefix),
    xml('IsTruncated', isTruncated),
    ...(isTruncated ? [xml('NextKeyMarker', last?.key ?? ''), xml('NextUploadIdMarker', last?.id ?? '')] : []),
    ...page.map((upload) =>
      xml('Upload', [
        xml('Key', upload.key),
        xml('UploadId', upload.id),
        xml('Initiated', upload.startedAt.toISOString()),
      ]),
    ),
  ])
}

function uploadOf({ bucket, key, query }: Call): Upload {
  const upload = bucket.uploads.get(query.get('uploadId') ?? '')
  if (upload?.key !== key) throw new S3Error('NoSuchUpload')
  return upload
}

const tagOf = ({ md5 }: Piece): string => `"${md5.toString('hex')}"`

function partsIn(text: string): { number: number; etag: string }[] {
  const parts = [...text.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
    etag: `"${/<ETag>(?:"|&quot;|&#34;)?([0-9a-f]+)/.exec(part)?.[1]}"`,
  }))
  if (parts.length === 0 || parts.some(({ number }) => Number.isNaN(number))) throw new S3Error('MalformedXML')
  return parts
}
