// needs: prometheus
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { atEnd, temporaryFolder } from '../../support/at-end.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort } from '../../support/free-port.ts'

const run = promisify(execFile)

export type Prometheus = {
  /** What a query gives now: nothing, or the value of its only series. */
  ask(query: string): Promise<number | undefined>
}

/** A Prometheus that scrapes these addresses every second, as a PodMonitor has the operator do it. */
export async function openPrometheus(t: TestContext, namespace: string, metrics: string[]): Promise<Prometheus> {
  const folder = await temporaryFolder(t)
  const config = {
    global: { scrape_interval: '1s' },
    scrape_configs: [{ job_name: 'pods', static_configs: [{ targets: metrics, labels: { namespace } }] }],
  }
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const address = `127.0.0.1:${await freePort()}`
  const url = `http://${address}`
  const args = [`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`]
  const child = spawn('prometheus', [...args, `--web.listen-address=${address}`], { stdio: 'ignore' })
  const closed = once(child, 'close')
  atEnd(t, async () => {
    child.kill('SIGKILL')
    await closed
  })
  await eventually(() =>
    fetch(`${url}/-/ready`)
      .then(({ ok }) => ok || undefined)
      .catch(() => undefined),
  )
  return {
    ask: async (query) => {
      const { stdout } = await run('promtool', ['query', 'instant', '--format=json', url, query]).catch(
        ({ stderr }: { stderr: string }) => Promise.reject(new Error(`${query}: ${stderr}`)),
      )
      const series = JSON.parse(stdout) as { value: [number, string] }[]
      // KEDA refuses an answer of several series.
      if (series.length > 1) throw new Error(`${query} gives ${series.length} series`)
      return series[0] && Number(series[0].value[1])
    },
  }
}
