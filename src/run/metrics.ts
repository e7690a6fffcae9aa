import type { RequestListener, Server } from 'node:http'
import type { Db } from '#src/server/core/db/schema.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { countUnsentMails } from '#src/server/core/mail/queries.ts'
import { closeServer, listen } from './listen.ts'

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export interface MetricsSource {
  /** The live release's id. */
  getReleaseId: () => string | undefined
  /** Undefined until the database is open. */
  getDb: () => Db | undefined
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
  { getReleaseId, getDb, events }: MetricsSource,
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
