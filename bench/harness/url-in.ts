import { WorkNotDone } from './row.ts'

/** The address of the picture in an answer. */
export function urlIn(body: Buffer): string {
  const { data } = JSON.parse(body.toString()) as { data?: { url?: unknown }[] }
  const url = data?.[0]?.url
  if (typeof url !== 'string') throw new WorkNotDone(`no address: ${body.toString().slice(0, 300)}`)
  return url
}
