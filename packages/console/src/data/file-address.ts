/**
 * Where this page fetches a file from. The service gives out its public address, which a page that was opened under another
 * name, such as 127.0.0.1, could show but not read; the file is at the page's own origin too.
 */
export function fileAddressHere(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname.startsWith('/files/') ? location.origin + pathname + search : url
}
