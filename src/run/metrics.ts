import type { RequestListener, Server } from 'node:http'
import type { Look } from '#src/server/core/data-dir.ts'
import type { Db } from '#src/server/core/db/schema.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { countUnsentMails } from '#src/server/core/mail/queries.ts'
import {
  countPublishRequests,
  findPublishResult,
} from '#src/server/core/publish-requests/queries.ts'
import { closeServer, listen } from './listen.ts'

const toSeconds = (ms: number | null | undefined): number => (ms ? Number(ms) / 1_000 : Number.NaN)

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export interface MetricsSource {
  /** The live release's id. */
  getReleaseId: () => string | undefined
  /** Undefined until the database is open. */
  getDb: () => Db | undefined
  /** The bytes that are free in DATA_DIR. */
  readFreeBytes: () => Promise<Look<number>>
  /** The time of the newest backup in BACKUP_DIR; undefined before the first one. */
  readLastBackup: () => Promise<Look<number | undefined>>
  events: Deps['events']
}

export interface Metrics {
  /** Counts the answers of a server by status: site and API. */
  countResponses: (server: Server) => void
  stop: () => Promise<void>
}

/** Serves Prometheus metrics at `/metrics` on a port of their own, which the site's proxy does not have. */
export async function startMetrics(
  host: string,
  port: number,
  { getReleaseId, getDb, readFreeBytes, readLastBackup, events }: MetricsSource,
): Promise<Metrics> {
  // Loaded on demand: most shops run without metrics.
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of API requests by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const responses = new Counter({
    name: 'http_responses_total',
    help: 'Answers of site and API by status.',
    labelNames: ['status'],
    registers,
  })
  new Gauge({
    name: 'kairavi_release_info',
    help: 'The release that this process serves.',
    labelNames: ['id'],
    registers,
    collect() {
      this.reset()
      const id = getReleaseId()
      if (id !== undefined) this.set({ id }, 1)
    },
  })
  new Gauge({
    name: 'kairavi_unsent_mails',
    help: 'Mails in the outbox that wait to be sent; NaN while the database cannot be read.',
    registers,
    async collect() {
      const db = getDb()
      this.set(db ? await countUnsentMails(db).catch(() => Number.NaN) : Number.NaN)
    },
  })

  const publishFailures = new Counter({
    name: 'kairavi_publish_failures_total',
    help: 'Publishes of this process that failed, with each further try.',
    registers,
  })
  events.on('publishFailed', () => publishFailures.inc())
  /** A gauge that is read when it is asked for; NaN where it cannot be. */
  const addGauge = (name: string, help: string, read: () => Promise<number | undefined>) =>
    new Gauge({
      name: `kairavi_${name}`,
      help,
      registers,
      async collect() {
        this.set((await read().catch(() => undefined)) ?? Number.NaN)
      },
    })
  const ofPublish = async (
    read: (
      state: Awaited<ReturnType<typeof findPublishResult>>,
      db: Db,
    ) => number | Promise<number>,
  ) => {
    const db = getDb()
    return db && read(await findPublishResult(db), db)
  }
  addGauge(
    'last_publish_timestamp_seconds',
    'When what editors save was last made live, by any process; NaN before the first time.',
    () => ofPublish((state) => toSeconds(state?.published_at)),
  )
  addGauge('publish_failing', '1 while the last publish has failed, of any process.', () =>
    ofPublish((state) => (state?.error ? 1 : 0)),
  )
  addGauge('publish_waiting', 'Saves that wait to be published.', () =>
    ofPublish((_state, db) => countPublishRequests(db)),
  )
  addGauge('data_dir_free_bytes', 'Bytes that can still be written to DATA_DIR.', async () => {
    const { value, isStalled } = await readFreeBytes()
    return isStalled ? undefined : value
  })
  addGauge('data_dir_stalled', '1 while the file system of DATA_DIR does not answer.', async () =>
    (await readFreeBytes()).isStalled ? 1 : 0,
  )
  addGauge(
    'last_backup_timestamp_seconds',
    'When the newest backup in BACKUP_DIR was made; NaN without one.',
    async () => toSeconds((await readLastBackup()).value),
  )

  events.on('requestHandled', ({ method, route, status, durationMs }) =>
    durations.observe({ method, route, status: String(status) }, durationMs / 1_000),
  )

  const answer: RequestListener = async (request, response) => {
    const found = request.url === '/metrics'
    const body = found ? await registry.metrics() : 'Metrics are at /metrics.\n'
    response.writeHead(found ? 200 : 404, {
      'Content-Type': found ? registry.contentType : 'text/plain; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    })
    response.end(body)
  }
  const server = await listen((request, response) => void answer(request, response), host, port)
  return {
    countResponses: (counted) =>
      counted.on('request', (_request, response) =>
        response.once('finish', () => responses.inc({ status: String(response.statusCode) })),
      ),
    stop: () => closeServer(server),
  }
}
