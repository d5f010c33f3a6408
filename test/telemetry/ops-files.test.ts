import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import prom from 'prom-client'
import { METRICS } from '../../src/telemetry/metric-table.ts'

const read = (name: string): Promise<string> => readFile(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')

type Panel = { title: string; targets?: { expr: string }[] }

/** Every name under which a scrape shows a value. */
async function knownNames(): Promise<Map<string, readonly string[]>> {
  const names = new Map<string, readonly string[]>()
  for (const { name, type, labels } of Object.values(METRICS)) {
    if (type !== 'histogram') names.set(name, labels)
    else for (const ending of ['_bucket', '_sum', '_count']) names.set(`${name}${ending}`, [...labels, 'le'])
  }
  const node = new prom.Registry()
  prom.collectDefaultMetrics({ register: node })
  for (const { name } of await node.getMetricsAsJSON()) names.set(name, [])
  return names
}

const NAME = /\b(?:mediagen|nodejs|process)_\w+/g

/** What is wrong with the names and the labels of an expression. */
function faults(expr: string, known: ReadonlyMap<string, readonly string[]>): string[] {
  const wrong = [...expr.matchAll(NAME)].filter(([name]) => !known.has(name)).map(([name]) => `no metric ${name}`)
  const labelled = [...expr.matchAll(/\b(mediagen_\w+)\{([^}]*)\}/g)].flatMap(([, name = '', matchers = '']) =>
    [...matchers.matchAll(/(\w+)\s*[=!]~?/g)]
      .filter(([, label = '']) => label !== 'job' && known.get(name)?.includes(label) === false)
      .map(([, label]) => `${name} has no label ${label}`),
  )
  return [...wrong, ...labelled]
}

test('the dashboard and the alerts name only metrics and labels that a scrape shows', async () => {
  const known = await knownNames()
  const { panels } = JSON.parse(await read('grafana-dashboard.json')) as { panels: Panel[] }
  const drawn = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const alerts = [...(await read('prometheus-alerts.yaml')).matchAll(/^ +expr: (?:\|\n((?: {10,}.*\n)+)|(.*))/gm)]
  // The namespace is a label that Prometheus adds.
  const [, scaled = ''] = /query: (.+)/.exec(await read('chart/templates/keda.yaml')) ?? []
  const query = scaled.replaceAll(/,?namespace="[^"]*"/g, '')
  const asked = [...alerts.map(([, block, line]) => block ?? line ?? ''), query]
  assert.ok(drawn.length > 25 && asked.length > 10 && query !== '', `${drawn.length} ${asked.length}`)
  for (const expr of [...drawn, ...asked]) assert.deepEqual(faults(expr, known), [], expr)
  assert.deepEqual(faults('rate(mediagen_nothing_total{x="1"}[5m])', known), ['no metric mediagen_nothing_total'])
  assert.deepEqual(faults('mediagen_queue_depth{model="x"}', known), ['mediagen_queue_depth has no label model'])
})

test('every metric of our own is drawn on the dashboard', async () => {
  const text = await read('grafana-dashboard.json')
  const absent = Object.values(METRICS).filter(({ name }) => !text.includes(name))
  assert.deepEqual(
    absent.map(({ name }) => name),
    [],
  )
})

test('every alert has a line in the page that tells what to do', async () => {
  const names = [...(await read('prometheus-alerts.yaml')).matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  const page = await readFile(new URL('../../docs/observability.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `(Mediagen\w+)` \|/gm)].map(([, name]) => name)
  assert.deepEqual(listed, names)
})
