import type { Peer } from './row.ts'

/** Reads `name=bifrost,url=http://127.0.0.1:8090,model=upstream/picture,key=sk-1,pid=4711`; key and pid may be left out. */
export function readPeers(texts: readonly string[]): Peer[] {
  return texts.map((text) => {
    const fields = new Map(text.split(',').map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]))
    const [name, url, model] = ['name', 'url', 'model'].map((field) => fields.get(field))
    if (name === undefined || url === undefined || model === undefined)
      throw new Error(`--peer needs name, url and model: ${text}`)
    const pid = fields.get('pid')
    return { name, url, model, key: fields.get('key') ?? 'none', pid: pid === undefined ? undefined : Number(pid) }
  })
}
