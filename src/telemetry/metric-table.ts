/** One metric as a scrape shows it. Values of labels come from the settings and from closed lists, never from callers. */
export type Metric = {
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
} & ({ readonly type: 'counter' | 'gauge' } | { readonly type: 'histogram'; readonly bounds: readonly number[] })

// A poll takes less than a millisecond, a synchronous image up to two minutes.
const REQUEST_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]
// Tasks wait up to an hour and run up to half of one unless the operator says otherwise.
const TASK_BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600]
// An attempt has 15 s.
const ATTEMPT_BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

/** Every metric of our own. `docs/metrics.md` is held equal to it by a test; those of Node come beside them. */
export const METRICS = {
  requests: {
    name: 'mediagen_http_requests_total',
    type: 'counter',
    help: 'Requests answered, by the pattern of their route; status none where the client hung up first.',
    labels: ['route', 'method', 'status'],
  },
  requestSeconds: {
    name: 'mediagen_http_request_duration_seconds',
    type: 'histogram',
    help: 'From the head of a request to the end of its answer; synchronous images include their making.',
    labels: ['route', 'method'],
    bounds: REQUEST_BOUNDS,
  },
  accepted: {
    name: 'mediagen_tasks_accepted_total',
    type: 'counter',
    help: 'Tasks that were stored and will end.',
    labels: ['kind', 'model'],
  },
  ended: {
    name: 'mediagen_tasks_ended_total',
    type: 'counter',
    help: 'Tasks that ended; code is that of their error, or none.',
    labels: ['kind', 'model', 'status', 'code'],
  },
  waitSeconds: {
    name: 'mediagen_task_wait_seconds',
    type: 'histogram',
    help: 'From acceptance to the start of processing.',
    labels: ['kind', 'model'],
    bounds: TASK_BOUNDS,
  },
  runSeconds: {
    name: 'mediagen_task_run_seconds',
    type: 'histogram',
    help: 'From the start of processing to the end; tasks that were never started are not in it.',
    labels: ['kind', 'model', 'status'],
    bounds: TASK_BOUNDS,
  },
  cost: {
    name: 'mediagen_cost_usd_total',
    type: 'counter',
    help: 'What ended tasks cost by the prices of their models, in US dollars; models without a price add nothing.',
    labels: ['kind', 'model'],
  },
  engineStarts: {
    name: 'mediagen_engine_starts_total',
    type: 'counter',
    help: 'Calls that ask an engine to start a job, by what came of them.',
    labels: ['engine', 'result'],
  },
  engineStartSeconds: {
    name: 'mediagen_engine_start_seconds',
    type: 'histogram',
    help: 'How long such a call took; an engine that answers with the result made it meanwhile.',
    labels: ['engine'],
    bounds: REQUEST_BOUNDS,
  },
  attempts: {
    name: 'mediagen_delivery_attempts_total',
    type: 'counter',
    help: 'Attempts to deliver a webhook: delivered, failed (to be repeated) or given_up.',
    labels: ['result'],
  },
  attemptSeconds: {
    name: 'mediagen_delivery_attempt_seconds',
    type: 'histogram',
    help: 'How long such an attempt took.',
    labels: ['result'],
    bounds: ATTEMPT_BOUNDS,
  },
  engineReady: {
    name: 'mediagen_engine_ready',
    type: 'gauge',
    help: '1 when this process would try to start a job at the engine now, 0 while it leaves it alone.',
    labels: ['engine'],
  },
  queueDepth: {
    name: 'mediagen_queue_depth',
    type: 'gauge',
    help: 'Tasks that wait, over all processes: in line, or parked until their key has a place; counted up to 10000.',
    labels: ['engine', 'state'],
  },
  queueAge: {
    name: 'mediagen_queue_oldest_age_seconds',
    type: 'gauge',
    help: 'How long the oldest waiting task has waited, over all processes; 0 when none waits.',
    labels: ['engine'],
  },
  inWork: {
    name: 'mediagen_tasks_in_work',
    type: 'gauge',
    help: 'Tasks in work, over all processes; counted up to 10000.',
    labels: ['engine'],
  },
  stops: {
    name: 'mediagen_stops_open',
    type: 'gauge',
    help: 'Jobs that are still to be stopped at their providers, over all processes; counted up to 10000.',
    labels: [],
  },
  deliveries: {
    name: 'mediagen_deliveries_open',
    type: 'gauge',
    help: 'Webhooks that are still to be delivered, due now or later, over all processes; counted up to 10000.',
    labels: [],
  },
  deliveryAge: {
    name: 'mediagen_deliveries_oldest_due_seconds',
    type: 'gauge',
    help: 'How long the webhook that is due longest is due; 0 when none is.',
    labels: [],
  },
  workers: {
    name: 'mediagen_worker_processes',
    type: 'gauge',
    help: 'Processes that work, as the store knows them.',
    labels: [],
  },
  beatAge: {
    name: 'mediagen_heartbeat_age_seconds',
    type: 'gauge',
    help: 'Since the last sign of life of this process; the others take it for dead after 6. Absent where it does not work.',
    labels: [],
  },
  storeUp: {
    name: 'mediagen_store_up',
    type: 'gauge',
    help: '1 when the database answered what this scrape asked, else 0; what it counts is then absent.',
    labels: [],
  },
  replicaReads: {
    name: 'mediagen_replica_reads_total',
    type: 'counter',
    help: 'Reads that a replica may answer: replica where it did, else why the primary did. Absent without a replica.',
    labels: ['answer'],
  },
  build: {
    name: 'mediagen_build_info',
    type: 'gauge',
    help: 'Always 1; the labels tell which program runs, and what it does.',
    labels: ['version', 'node', 'role'],
  },
} as const satisfies Record<string, Metric>

export type MetricId = keyof typeof METRICS
