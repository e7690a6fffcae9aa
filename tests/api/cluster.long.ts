import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabaseProxy } from '#tests/helpers/database-proxy.ts'
import { getAlone, publishSmallRelease, startCluster } from '#tools/cluster.ts'
import { ensureNginx } from '#tools/nginx.ts'
import { RELEASE_FILES } from '#tools/small-release.ts'
import { createDatabase } from '#tools/worker-database.ts'

/** Requests between two checks. */
const REQUESTS = 500
const MAX_IN_FLIGHT = 40
/** With fewer, requests of a connection that is closed too early are rare. */
const LOAD = { perSecond: 500, maxInFlight: MAX_IN_FLIGHT }
const LIMIT = { timeout: 300_000 }

const isPossible = Boolean(process.env['TEST_DATABASE_URL']) && ensureNginx()

describe.skipIf(!isPossible)('two API processes behind nginx, under load', LIMIT, () => {
  let database: Awaited<ReturnType<typeof openDatabaseProxy>>
  let cluster: Awaited<ReturnType<typeof startCluster>>

  /** Waits for some requests and their answers. @returns failures since the last call. */
  async function takeFailures(): Promise<string[]> {
    const { load } = cluster
    const until = load.getSent() + REQUESTS
    await vi.waitUntil(() => load.getSent() >= until, { timeout: 120_000 })
    return (await load.takeFigures()).failures
  }

  /** Waits until each API process answers that it is ready, or that it is not. */
  const waitForReady = async (status: number) => {
    for (const offset of [1, 2])
      await vi.waitUntil(
        async () => (await getAlone(cluster.port + offset, '/api/ready')).status === status,
        { timeout: 60_000 },
      )
  }

  beforeAll(async () => {
    database = await openDatabaseProxy(await createDatabase())
    cluster = await startCluster(database.url, LOAD)
    expect(await takeFailures()).toEqual([])
  }, 300_000)

  afterAll(async () => {
    expect(await cluster.stop()).toBe(0)
    await database.close()
  }, 60_000)

  test('a publish is shown by all', async () => {
    const contents = { ...RELEASE_FILES, 'index.html': '<title>New</title>' }
    await publishSmallRelease(cluster.releases, '20261121-094500-5e6f7a8b', contents)
    for (const offset of [0, 1, 2])
      await vi.waitUntil(
        async () => (await getAlone(cluster.port + offset, '/')).text.includes('New'),
        { timeout: 60_000 },
      )
    expect(await takeFailures()).toEqual([])
  })

  test('they restart one after the other without a failed request', async () => {
    await cluster.restart()
    const { failures, perSecond } = await cluster.load.takeFigures()
    console.info(`While both restart: ${perSecond.toFixed(0)} requests a second.`)
    expect(failures).toEqual([])
    expect(await takeFailures()).toEqual([])
  })

  test('while PostgreSQL is down they answer 503, and connect again when it is back', async () => {
    await database.close()
    await waitForReady(503)
    await database.open()
    await waitForReady(200)
    const failures = await takeFailures()
    expect(failures.filter((failure) => !failure.includes(' 503 '))).toEqual([])
    expect(await takeFailures()).toEqual([])
  })

  test('a killed one fails the requests that it had at most, and is replaced', async () => {
    const [, , pid] = /^Restarted (\d+) (\d+)\.$/m.exec(cluster.command.getOutput().stdout) ?? []
    process.kill(Number(pid), 'SIGKILL')
    await cluster.command.waitForOutput(/^Replaced \d+ \d+\.$/m)
    expect((await takeFailures()).length).toBeLessThanOrEqual(MAX_IN_FLIGHT)
    expect(await takeFailures()).toEqual([])
  })
})
