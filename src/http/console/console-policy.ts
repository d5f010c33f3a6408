import type { FileBases } from '../../core/files/file-record.ts'

/**
 * What the console's page may do: run and load its own files, talk to its own service, show results from wherever they are
 * served, and nothing else. A prompt that slips into the page as markup finds nothing that would run it.
 */
export function consolePolicy(bases: FileBases, host: string | undefined): string {
  const addresses = [bases.publicUrl(host), bases.storageUrl, bases.signedUrl]
  const origins = addresses.flatMap((address) => URL.parse(address ?? '')?.origin ?? [])
  const results = [...new Set(["'self'", 'data:', 'blob:', ...origins])].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${results}`,
    `media-src ${results}`,
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * What the description of the interface may do: as the console, but that it shows nothing from elsewhere. Its icons are in its
 * style sheet; requests that are tried go to this service.
 */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
