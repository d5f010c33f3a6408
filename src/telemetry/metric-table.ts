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
    help: 'Answered requests, by route pattern; status is none if the client disconnected first.',
    labels: ['route', 'method', 'status'],
  },
  requestSeconds: {
    name: 'mediagen_http_request_duration_seconds',
    type: 'histogram',
    help: 'Time from the request head to the end of the response; for synchronous images, this includes the generation.',
    labels: ['route', 'method'],
    bounds: REQUEST_BOUNDS,
  },
  accepted: {
    name: 'mediagen_tasks_accepted_total',
    type: 'counter',
    help: 'Stored tasks.',
    labels: ['kind', 'model'],
  },
  ended: {
    name: 'mediagen_tasks_ended_total',
    type: 'counter',
    help: 'Ended tasks; code is the error code, or none.',
    labels: ['kind', 'model', 'status', 'code'],
  },
  waitSeconds: {
    name: 'mediagen_task_wait_seconds',
    type: 'histogram',
    help: 'Time from the acceptance of a task to the start of processing.',
    labels: ['kind', 'model'],
    bounds: TASK_BOUNDS,
  },
  runSeconds: {
    name: 'mediagen_task_run_seconds',
    type: 'histogram',
    help: 'Time from the start of processing to the end of a task; excludes tasks that were never started.',
    labels: ['kind', 'model', 'status'],
    bounds: TASK_BOUNDS,
  },
  cost: {
    name: 'mediagen_cost_usd_total',
    type: 'counter',
    help: 'Cost of ended tasks at the prices of their models, in US dollars; excludes models without a price.',
    labels: ['kind', 'model'],
  },
  engineStarts: {
    name: 'mediagen_engine_starts_total',
    type: 'counter',
    help: 'Calls that ask an engine to start a job, by outcome.',
    labels: ['engine', 'result'],
  },
  engineStartSeconds: {
    name: 'mediagen_engine_start_seconds',
    type: 'histogram',
    help: 'Duration of calls that ask an engine to start a job; if the response is the result, this includes the generation.',
    labels: ['engine'],
    bounds: REQUEST_BOUNDS,
  },
  attempts: {
    name: 'mediagen_delivery_attempts_total',
    type: 'counter',
    help: 'Webhook delivery attempts, by outcome: delivered, failed (will be retried) or given_up.',
    labels: ['result'],
  },
  attemptSeconds: {
    name: 'mediagen_delivery_attempt_seconds',
    type: 'histogram',
    help: 'Duration of webhook delivery attempts.',
    labels: ['result'],
    bounds: ATTEMPT_BOUNDS,
  },
  engineReady: {
    name: 'mediagen_engine_ready',
    type: 'gauge',
    help: '1 if this process may start jobs at the engine now, 0 while the engine is paused.',
    labels: ['engine'],
  },
  queueDepth: {
    name: 'mediagen_queue_depth',
    type: 'gauge',
    help: 'Waiting tasks across all processes: queued, or held by a limit of their key; counted up to 10000.',
    labels: ['engine', 'state'],
  },
  queueAge: {
    name: 'mediagen_queue_oldest_age_seconds',
    type: 'gauge',
    help: 'Waiting time of the oldest waiting task across all processes; 0 if none waits.',
    labels: ['engine'],
  },
  inWork: {
    name: 'mediagen_tasks_in_work',
    type: 'gauge',
    help: 'Running tasks across all processes; counted up to 10000.',
    labels: ['engine'],
  },
  stops: {
    name: 'mediagen_stops_open',
    type: 'gauge',
    help: 'Jobs still to be stopped at their providers, across all processes; counted up to 10000.',
    labels: [],
  },
  deliveries: {
    name: 'mediagen_deliveries_open',
    type: 'gauge',
    help: 'Webhooks still to be delivered, due now or later, across all processes; counted up to 10000.',
    labels: [],
  },
  deliveryAge: {
    name: 'mediagen_deliveries_oldest_due_seconds',
    type: 'gauge',
    help: 'Time since the most overdue webhook was due; 0 if none is due.',
    labels: [],
  },
  workers: {
    name: 'mediagen_worker_processes',
    type: 'gauge',
    help: 'Running processes, according to the database.',
    labels: [],
  },
  beatAge: {
    name: 'mediagen_heartbeat_age_seconds',
    type: 'gauge',
    help: 'Time since the last heartbeat of this process; other processes consider it dead after 6 s. Absent if it runs no tasks.',
    labels: [],
  },
  storeUp: {
    name: 'mediagen_store_up',
    type: 'gauge',
    help: '1 if the database answered the queries of this scrape, otherwise 0; the counts are then absent.',
    labels: [],
  },
  replicaReads: {
    name: 'mediagen_replica_reads_total',
    type: 'counter',
    help: 'Reads that a replica can serve: replica if it did, otherwise the reason why the primary served them. Absent without a replica.',
    labels: ['answer'],
  },
  build: {
    name: 'mediagen_build_info',
    type: 'gauge',
    help: 'Always 1; the labels show the version and role of the process.',
    labels: ['version', 'node', 'role'],
  },
} as const satisfies Record<string, Metric>

export type MetricId = keyof typeof METRICS
