// needs: helm
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'

export const TOOLS = process.env['KUBERNETES_TOOLS'] ?? ''
export const CHART = resolve(import.meta.dirname, '../../../deploy/chart')

export type Ran = { code: number; out: string; err: string }
/** One object of those that the chart gives. */
export type Part = { apiVersion: string; kind: string; name: string; yaml: string }

export function helm(args: readonly string[], own: Record<string, string> = {}): Promise<Ran> {
  const env = { PATH: process.env['PATH'], HOME: own['HELM_CACHE_HOME'], ...own }
  return new Promise((done) => {
    execFile(join(TOOLS, 'helm'), args, { env, maxBuffer: 2 ** 26 }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), out, err }),
    )
  })
}

/** What the chart gives with these values. */
export async function rendered(chart: string, ...values: string[]): Promise<Part[]> {
  const { code, out, err } = await helm(['template', 'mediagen', chart, '--set', 'existingSecret=mediagen', ...values])
  assert.equal(code, 0, err)
  return out.split(/^---$/m).flatMap((yaml) => {
    const first = (pattern: RegExp): string => pattern.exec(yaml)?.[1] ?? ''
    const [apiVersion, kind] = [first(/^apiVersion: (\S+)/m), first(/^kind: (\S+)/m)]
    return kind === '' ? [] : [{ apiVersion, kind, name: first(/^metadata:\n {2}name: (\S+)/m), yaml }]
  })
}
