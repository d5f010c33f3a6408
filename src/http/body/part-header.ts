import { parseContentType } from './media-type.ts'

/** The header of one part of a form. A file input without a file has an empty `filename`. */
export type PartHeader = { name: string; filename: string | undefined; holdsText: boolean }

const DISPOSITION = /^form-data(?=[ \t]*(?:;|$))/i
// Quoted values may contain anything but quotes and line breaks; browsers write those as %22 and %0D%0A, curl as \".
const PARAMETER = /[ \t]*;[ \t]*([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\\r\n]|\\.)*)"|([^\s;"]*))/y

// A name and the longest possible file name, with every byte of it escaped.
const MAX_LENGTH = 4_096

/** Parses a part's header; undefined if it is not a part of a form or has no name. */
export function parsePartHeader(header: Readonly<Record<string, string[] | undefined>>): PartHeader | undefined {
  const disposition = only(header['content-disposition'])
  if (disposition === undefined || disposition.length > MAX_LENGTH || !DISPOSITION.test(disposition)) return undefined
  const parameters = parametersOf(disposition)
  const name = parameters?.get('name')
  if (name === undefined || !isIdentityEncoded(header)) return undefined
  const filename = parameters?.get('filename') ?? parameters?.get('filename*')
  return { name, filename, holdsText: filename === undefined && isTextType(header['content-type']) }
}

function parametersOf(disposition: string): Map<string, string> | undefined {
  const parameters = new Map<string, string>()
  let position = 'form-data'.length
  const end = disposition.trimEnd().length
  while (position < end) {
    PARAMETER.lastIndex = position
    const match = PARAMETER.exec(disposition)
    const name = match?.[1]?.toLowerCase()
    // With two names, or something unreadable between them, nobody can say which one the sender meant.
    if (match === null || name === undefined || parameters.has(name)) return undefined
    position = PARAMETER.lastIndex
    parameters.set(name, toUtf8(match[3] ?? (match[2] ?? '').replaceAll(/\\(["\\])/g, '$1')))
  }
  return parameters
}

/** The parser delivers bytes one by one as characters; the sender wrote UTF-8. */
function toUtf8(binary: string): string {
  return Buffer.from(binary, 'latin1').toString('utf8')
}

function isTextType(values: string[] | undefined): boolean {
  const type = values === undefined ? undefined : parseContentType(only(values)?.trim() ?? '')
  return values === undefined || type?.type.startsWith('text/') === true
}

/** RFC 7578 abolished encodings inside a form; bytes that need one cannot be what they seem. */
function isIdentityEncoded(header: Readonly<Record<string, string[] | undefined>>): boolean {
  const encoding = header['content-transfer-encoding']
  return encoding === undefined || /^(?:7bit|8bit|binary)$/i.test(only(encoding)?.trim() ?? '')
}

function only(values: string[] | undefined): string | undefined {
  return values?.length === 1 ? values[0] : undefined
}
