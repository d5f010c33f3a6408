// needs: prometheus
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { temporaryFolder } from '../support/at-end.ts'

const run = promisify(execFile)
const ALERTS = resolve(import.meta.dirname, '../../deploy/prometheus-alerts.yaml')

/** Values of a series, one each minute, in promtool's notation: `0+5x10` begins at 0 and grows by 5, ten times. */
type Series = Record<string, string>
type Alert = {
  /** What fires it, when, and what it then says. */
  fires: Series
  after: string
  labels: Record<string, string>
  summary: string
  /** What comes near it and must not fire. */
  quiet: Series
}

const [one, two] = ['{instance="10.0.0.1:9464"}', '{instance="10.0.0.2:9464"}']
const ended = (rest: string): string => `mediagen_tasks_ended_total{model="wan",${rest}}`
const answered = (status: number): string => `mediagen_http_requests_total{instance="10.0.0.1:9464",status="${status}"}`
const starts = (result: string): string => `mediagen_engine_starts_total{engine="fal",result="${result}"}`

const EXPECTED: Record<string, Alert> = {
  MediagenDown: {
    fires: { 'up{job="media/mediagen",instance="10.0.0.1:9464"}': '1 0x9' },
    after: '4m',
    labels: { severity: 'critical', job: 'media/mediagen', instance: '10.0.0.1:9464' },
    summary: '10.0.0.1:9464 is not responding',
    // A restart of one pod, and a program of somebody else.
    quiet: { 'up{job="media/mediagen"}': '1 0 1x8', 'up{job="node"}': '0x9' },
  },
  MediagenNoWorker: {
    fires: { [`mediagen_worker_processes${one}`]: '2 0x9' },
    after: '4m',
    labels: { severity: 'critical' },
    summary: 'No worker process is running, so accepted tasks stay queued',
    quiet: { [`mediagen_worker_processes${one}`]: '0x9', [`mediagen_worker_processes${two}`]: '1x9' },
  },
  MediagenStoreDown: {
    fires: { [`mediagen_store_up${one}`]: '1 0x9', [`mediagen_store_up${two}`]: '1x9' },
    after: '4m',
    labels: { severity: 'critical', instance: '10.0.0.1:9464' },
    summary: 'The database is not responding to 10.0.0.1:9464',
    quiet: { [`mediagen_store_up${one}`]: '1 0 1x8' },
  },
  MediagenHeartbeatLate: {
    fires: { [`mediagen_heartbeat_age_seconds${one}`]: '1 7x9' },
    after: '3m',
    labels: { severity: 'warning', instance: '10.0.0.1:9464' },
    summary: '10.0.0.1:9464 sends no heartbeat, so other processes take over its tasks',
    quiet: { [`mediagen_heartbeat_age_seconds${one}`]: '1 7 5x8' },
  },
  MediagenQueueOld: {
    fires: { 'mediagen_queue_oldest_age_seconds{engine="gpus"}': '0+60x30' },
    after: '25m',
    labels: { severity: 'warning', engine: 'gpus' },
    summary: 'A task for the engine gpus has been queued for more than 15 minutes; after an hour it fails',
    quiet: { 'mediagen_queue_oldest_age_seconds{engine="gpus"}': '900x30' },
  },
  MediagenQueueTimeouts: {
    fires: { [ended('status="failed",code="queue_timeout"')]: '_x5 1x20' },
    after: '10m',
    labels: { severity: 'warning', model: 'wan' },
    summary: 'Tasks for the model wan were queued too long and failed without being started',
    quiet: { [ended('status="failed",code="cancelled"')]: '0+1x20' },
  },
  MediagenTasksFail: {
    fires: {
      [ended('status="failed",code="provider_error"')]: '0+2x60',
      [ended('status="success",code=""')]: '0+8x60',
    },
    after: '40m',
    labels: { severity: 'warning', model: 'wan' },
    summary: 'More than 10% of the tasks for the model wan fail, not counting caller errors',
    quiet: {
      [ended('status="failed",code="cancelled"')]: '0+8x60',
      [ended('status="failed",code="provider_error"')]: '0+1x60',
      [ended('status="success",code=""')]: '0+2x60',
    },
  },
  MediagenStartUnknown: {
    // Its counter begins with the event, or goes on.
    fires: { [ended('status="failed",code="start_unknown"')]: '_x5 1x90' },
    after: '60m',
    labels: { severity: 'warning', model: 'wan' },
    summary:
      'The start of a job for the model wan was interrupted: the provider may have billed a job whose result is lost',
    quiet: { [ended('status="failed",code="start_unknown"')]: '1x90' },
  },
  MediagenEngineAway: {
    fires: {
      'mediagen_engine_ready{engine="gpus",instance="10.0.0.1:9464"}': '1 0x15',
      'mediagen_engine_ready{engine="gpus",instance="10.0.0.2:9464"}': '1 0x15',
    },
    after: '10m',
    labels: { severity: 'warning', engine: 'gpus' },
    summary: 'The engine gpus fails to start jobs, and every process has paused it',
    quiet: {
      'mediagen_engine_ready{engine="gpus",instance="10.0.0.1:9464"}': '1 0x15',
      'mediagen_engine_ready{engine="gpus",instance="10.0.0.2:9464"}': '1x15',
    },
  },
  MediagenNoCredit: {
    fires: { [starts('no-credit')]: '1x5 2x20' },
    after: '10m',
    labels: { severity: 'critical', engine: 'fal' },
    summary: 'The provider of fal refuses the credentials, or the account has no credit',
    quiet: { [starts('started')]: '0+5x20', [starts('busy')]: '0+1x20' },
  },
  MediagenErrors: {
    fires: { [answered(200)]: '0+90x40', [answered(503)]: '0+10x40' },
    after: '20m',
    labels: { severity: 'critical' },
    summary: 'More than 5% of requests end with a server error',
    quiet: { [answered(200)]: '0+96x40', [answered(503)]: '0+4x40', [answered(404)]: '0+50x40' },
  },
  MediagenKeysGuessed: {
    fires: { [answered(401)]: '0+30x20' },
    after: '10m',
    labels: { severity: 'warning', instance: '10.0.0.1:9464' },
    summary: '10.0.0.1:9464 got more than 100 requests with invalid keys in 5 minutes',
    quiet: { [answered(401)]: '0+19x20' },
  },
  MediagenWebhooksLate: {
    fires: { [`mediagen_deliveries_oldest_due_seconds${one}`]: '0+60x20' },
    after: '15m',
    labels: { severity: 'warning' },
    summary: 'Webhooks have been due for more than 5 minutes and are not being sent',
    quiet: { [`mediagen_deliveries_oldest_due_seconds${one}`]: '300x20' },
  },
  MediagenWebhooksGivenUp: {
    fires: { 'mediagen_delivery_attempts_total{result="given_up"}': '_x5 1x20' },
    after: '10m',
    labels: { severity: 'warning' },
    summary: 'All attempts to deliver a webhook have failed',
    quiet: { 'mediagen_delivery_attempts_total{result="retry"}': '0+1x20' },
  },
  MediagenStopsOpen: {
    fires: { [`mediagen_stops_open${one}`]: '0x5 1x90' },
    after: '70m',
    labels: { severity: 'warning' },
    summary: 'Jobs could not be cancelled at their providers for an hour, so the providers may bill for them',
    quiet: { [`mediagen_stops_open${one}`]: '0x5 1x30 0x60' },
  },
  MediagenEventLoopSlow: {
    fires: { [`nodejs_eventloop_lag_p99_seconds${one}`]: '0.3x20' },
    after: '15m',
    labels: { severity: 'warning', instance: '10.0.0.1:9464' },
    summary: 'The event loop of 10.0.0.1:9464 is slow: the process has more work than one core can do',
    quiet: { [`nodejs_eventloop_lag_p99_seconds${one}`]: '0.2x20' },
  },
}

/** What promtool says of these cases: nothing where all of them hold. */
async function faultsOf(t: TestContext, alerts: [string, Alert][]): Promise<string> {
  const file = join(await temporaryFolder(t), 'cases.json')
  const caseOf = ([name, alert]: [string, Alert], series: Series, fires: boolean): object => ({
    name: `${name} ${fires ? 'fires' : 'is quiet'}`,
    interval: '1m',
    input_series: Object.entries(series).map(([of, values]) => ({ series: of, values })),
    alert_rule_test: [
      {
        eval_time: alert.after,
        alertname: name,
        exp_alerts: fires ? [{ exp_labels: alert.labels, exp_annotations: { summary: alert.summary } }] : [],
      },
    ],
  })
  const tests = alerts.flatMap((each) => [caseOf(each, each[1].fires, true), caseOf(each, each[1].quiet, false)])
  await writeFile(file, JSON.stringify({ rule_files: [ALERTS], evaluation_interval: '1m', tests }))
  return run('promtool', ['test', 'rules', file]).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  )
}

test('Prometheus accepts the alerts, and each of them has a case here', async () => {
  const { stdout } = await run('promtool', ['check', 'rules', ALERTS])
  const names = [...(await readFile(ALERTS, 'utf8')).matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  assert.match(stdout, new RegExp(`SUCCESS: ${names.length} rules found`))
  assert.deepEqual(Object.keys(EXPECTED), names)
})

test('every alert fires when it should, says where, and is quiet when things only come near', async (t) => {
  assert.equal(await faultsOf(t, Object.entries(EXPECTED)), '')
  const { MediagenDown: down, MediagenStopsOpen: stops } = EXPECTED
  assert.ok(down !== undefined && stops !== undefined)
  // The other way round, promtool finds all of them.
  const wrong = await faultsOf(t, [['MediagenDown', { ...down, fires: down.quiet, quiet: down.fires }]])
  assert.match(wrong, /MediagenDown fires[\s\S]*MediagenDown is quiet/)
  assert.notEqual(await faultsOf(t, [['MediagenStopsOpen', { ...stops, after: '30m' }]]), '')
})
