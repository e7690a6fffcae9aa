import { request as callDesk, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { textHeaders } from '#src/publish/hosting/headers.ts'
import type { Look } from '#src/server/core/data-dir.ts'
import type { Db } from '#src/server/core/db/schema.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { countUnsentMails } from '#src/server/core/mail/queries.ts'
import type { ProcessPart } from '#src/server/core/process-part.ts'
import {
  countPublishRequests,
  findPublishResult,
} from '#src/server/core/publish-requests/queries.ts'
import { closeServer, listen } from './listen.ts'

const toSeconds = (ms: number | null | undefined): number => (ms ? Number(ms) / 1_000 : Number.NaN)

/** In seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Path of the desk's metrics, on its socket only. */
export const METRICS_PATH = '/metrics'

/** Creates the metrics of one process. The library is loaded on demand, because most shops run without metrics. */
export async function createProcessMetrics(part: ProcessPart, events: Deps['events']) {
  const { collectDefaultMetrics, Counter, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  registry.setDefaultLabels({ process: part })
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of API requests by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  events.on('requestHandled', ({ method, route, status, durationMs }) =>
    durations.observe({ method, route, status: String(status) }, durationMs / 1_000),
  )
  const publishFailures = new Counter({
    name: 'kairavi_publish_failures_total',
    help: 'Publishes of this process that failed, with each further try.',
    registers,
  })
  events.on('publishFailed', () => publishFailures.inc())
  const answer = async (response: ServerResponse, extend = async (metrics: string) => metrics) => {
    const body = await extend(await registry.metrics())
    response.writeHead(200, {
      'Content-Type': registry.contentType,
      'Content-Length': Buffer.byteLength(body),
    })
    response.end(body)
  }
  return { registry, answer }
}

/** Merges the metrics of another process. Lines of one metric must be adjacent. */
function joinMetrics(metrics: string, others: string): string {
  const toBlocks = (all: string) =>
    new Map(
      all
        .trim()
        .split(/\n+(?=# HELP )/)
        .map((block) => [block.split(' ', 3)[2] ?? '', block]),
    )
  const blocks = toBlocks(metrics)
  for (const [name, block] of toBlocks(others)) {
    const ownBlock = blocks.get(name)
    const lines = block.replaceAll(/^#.*\n/gm, '')
    blocks.set(name, ownBlock === undefined ? block : `${ownBlock}\n${lines}`)
  }
  return `${[...blocks.values()].join('\n\n')}\n`
}

/** Reads the metrics of the desk; empty while it is down. */
const readDesk = (socketPath: string | undefined): Promise<string> =>
  new Promise((resolve) => {
    if (socketPath === undefined) {
      resolve('')
      return
    }
    const call = callDesk({ socketPath, path: METRICS_PATH, agent: false }, (answer) =>
      text(answer).then(resolve, () => resolve('')),
    )
    call.once('error', () => resolve(''))
    call.end()
  })

export interface MetricsSource {
  getReleaseId: () => string | undefined
  /** Returns the desk's socket; undefined while it is down. */
  getDeskSocket: () => string | undefined
  /** Undefined until the database is open. */
  getDb: () => Db | undefined
  /** Free bytes in DATA_DIR. */
  readFreeBytes: () => Promise<Look<number>>
  /** Time of the newest backup in BACKUP_DIR; undefined without one. */
  readLastBackup: () => Promise<Look<number | undefined>>
  events: Deps['events']
}

export interface Metrics {
  /** Counts the answers of site and API by status. */
  countResponses: (server: Server) => void
  stop: () => Promise<void>
}

/** Serves Prometheus metrics at `/metrics` on a separate port, which the public proxy does not forward. */
export async function startMetrics(
  host: string,
  port: number,
  { getReleaseId, getDeskSocket, getDb, readFreeBytes, readLastBackup, events }: MetricsSource,
): Promise<Metrics> {
  const { Counter, Gauge } = await import('prom-client')
  const { registry, answer } = await createProcessMetrics('shop', events)
  const registers = [registry]
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

  /** Adds a gauge that is read on demand; NaN if it cannot be read. */
  const addGauge = (name: string, help: string, read: () => Promise<number | undefined>) =>
    new Gauge({
      name: `kairavi_${name}`,
      help,
      registers,
      async collect() {
        this.set((await read().catch(() => undefined)) ?? Number.NaN)
      },
    })
  const readPublish = async (
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
    () => readPublish((state) => toSeconds(state?.published_at)),
  )
  addGauge('publish_failing', '1 while the last publish has failed, of any process.', () =>
    readPublish((state) => (state?.error ? 1 : 0)),
  )
  addGauge('publish_waiting', 'Saves that wait to be published.', () =>
    readPublish((_state, db) => countPublishRequests(db)),
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

  addGauge('desk_up', '1 while the process of staff answers.', async () =>
    getDeskSocket() === undefined ? 0 : 1,
  )

  const addDesk = async (metrics: string) => {
    const others = await readDesk(getDeskSocket())
    return others === '' ? metrics : joinMetrics(metrics, others)
  }
  const server = await listen(
    (request, response) => {
      if (request.url === METRICS_PATH) void answer(response, addDesk)
      else response.writeHead(404, textHeaders).end('Metrics are at /metrics.\n')
    },
    host,
    port,
  )
  return {
    countResponses: (counted) =>
      counted.on('request', (_request, response) =>
        response.once('finish', () => responses.inc({ status: String(response.statusCode) })),
      ),
    stop: () => closeServer(server),
  }
}
