import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Piece } from './body.ts'
import { S3Error } from './errors.ts'

export type StoredObject = {
  /** One after the other: what came in parts stays in parts. */
  pieces: readonly Piece[]
  etag: string
  headers: Readonly<Record<string, string>>
  modifiedAt: Date
}
export type Upload = {
  id: string
  key: string
  headers: StoredObject['headers']
  startedAt: Date
  parts: Map<number, Piece>
}
export type Bucket = { name: string; objects: Map<string, StoredObject>; uploads: Map<string, Upload> }

/** A request whose signature is right, for a bucket that is there. */
export type Call = {
  request: IncomingMessage
  answer: ServerResponse
  query: ReadonlyMap<string, string>
  bucket: Bucket
  key: string
  /** The path of a file that is not there yet. */
  newFile: () => string
}

// Small, so that a few objects make several pages. Amazon's own is 1,000, and it too may send fewer than were asked for.
const PAGE = 5

const KEPT_HEADERS = /^(?:content-(?:type|disposition|encoding|language)|cache-control|expires|x-amz-meta-.+)$/

/** What comes with an object and is given back with it. */
export function keptHeaders({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => KEPT_HEADERS.test(name))
  return {
    'content-type': 'binary/octet-stream',
    ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
  }
}

/** As S3 has them: by whole seconds. */
export function wholeSeconds(): Date {
  return new Date(Math.floor(Date.now() / 1000) * 1000)
}

/** In the order of their bytes. */
export function compareKeys(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

export function pageOf<T>(all: readonly T[], asked: string | undefined): { page: T[]; isTruncated: boolean } {
  const most = Number(asked ?? PAGE)
  if (!Number.isInteger(most) || most < 0) throw new S3Error('InvalidArgument')
  const page = all.slice(0, Math.min(most, PAGE))
  return { page, isTruncated: page.length < all.length && most > 0 }
}

/** An element of XML. Lists are of elements, texts are texts. */
export function xml(name: string, content: string | number | boolean | readonly string[]): string {
  const inner = typeof content === 'object' ? content.join('') : escape(String(content))
  return `<${name}>${inner}</${name}>`
}

function escape(text: string): string {
  // What XML cannot carry as it is, control characters included.
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001F&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

export function sendXml(answer: ServerResponse, root: string, content: readonly string[], status = 200): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${xml(root, content)}`
  answer.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(text) }).end(text)
}
