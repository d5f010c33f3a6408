/** As much of a browser as signing in needs: it keeps cookies by origin and follows redirects, and says whose page it was. */
export type Cookies = {
  ask(url: string, init?: RequestInit): Promise<Response>
  /** Follows redirects to the end, as a click on a link does. */
  visit(url: string): Promise<Response>
  /** The same, and stops before the first address that this matches. */
  visitUntil(url: string, stop: RegExp): Promise<string>
  get(origin: string, name: string): string | undefined
  set(origin: string, name: string, value: string): void
  /** Every header that set a cookie, as it came. */
  seen: string[]
}

const MOST_REDIRECTS = 12

export function browserWithoutPage(): Cookies {
  const jar = new Map<string, Map<string, string>>()
  const of = (url: string): Map<string, string> => {
    const { origin } = new URL(url)
    const cookies = jar.get(origin) ?? new Map<string, string>()
    jar.set(origin, cookies)
    return cookies
  }
  const seen: string[] = []
  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    const cookies = [...of(url)].map(([name, value]) => `${name}=${value}`)
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      seen.push(line)
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      const isGone = /max-age=0|expires=thu, 01 jan 1970/i.test(line)
      if (isGone) of(url).delete(pair.slice(0, at))
      else of(url).set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }
  const follow = async (url: string, stop: RegExp | undefined): Promise<{ answer?: Response; at: string }> => {
    let at = url
    for (let hops = 0; hops < MOST_REDIRECTS; hops++) {
      if (stop?.test(at) === true) return { at }
      const answer = await ask(at)
      const next = answer.headers.get('location')
      if (answer.status < 300 || answer.status > 399 || next === null) return { answer, at }
      await answer.arrayBuffer()
      at = new URL(next, at).href
    }
    throw new Error(`too many redirects, the last to ${at}`)
  }
  return {
    ask,
    async visit(url) {
      const { answer } = await follow(url, undefined)
      if (answer === undefined) throw new Error('no answer')
      return answer
    },
    visitUntil: async (url, stop) => (await follow(url, stop)).at,
    get: (origin, name) => of(origin).get(name),
    set: (origin, name, value) => void of(origin).set(name, value),
    seen,
  }
}
