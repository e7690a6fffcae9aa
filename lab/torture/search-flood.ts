import { fork } from 'node:child_process'
import { join } from 'node:path'
import { row } from '#scripts/report.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { type LoadResult, measureLoad, toRequestBytes } from '../measure/http-load.ts'
import { endServer, startShop } from '../measure/measured-process.ts'
import { createLargeCatalog } from '../measure/site.ts'
import { measureHealth } from './stalled-readers.ts'

const CONNECTIONS = 200

const repeat = (text: string): string => text.repeat(2_000).slice(0, 200)

/** The slowest queries: unknown words, prefixes of many words, words with many synonyms. */
const QUERIES = [
  repeat('emeraldix sapphirox leathirr stainlexx collectorr handwovven '),
  repeat('qzxwv jkqzx vwxzq '),
  repeat('col con sta han pla sol emb per mid bro sil lea '),
  repeat('gold silk leather watch bag women men gift wedding party her office '),
  repeat('a'),
]

/** Searches on all connections, in a separate process that does not delay the measurement. */
async function attack(port: number, seconds: number): Promise<void> {
  const requests = QUERIES.map((search) => {
    const filters = `?${new URLSearchParams({ search })}`
    return toRequestBytes({ path: `/api/products/search?${new URLSearchParams({ filters })}` })
  })
  const toRequest = (connection: number, index: number) =>
    requests[(connection + index) % requests.length] as Buffer
  const { statuses } = await measureLoad({ port, connections: CONNECTIONS, seconds, toRequest })
  process.send?.([...statuses])
}

export async function floodSearch(seconds: number): Promise<void> {
  row(`${CONNECTIONS} connections search 10,000 products: seconds`, seconds)
  using folder = createTempDir()
  await createLargeCatalog(folder.path)
  const shop = await startShop(`sqlite:${join(folder.path, 'kairavi.db')}`, 1)
  // The first search serialises the terms of all products.
  await fetch(`http://127.0.0.1:${shop.port}/api/products/search?limit=1`)
  const attacker = fork(import.meta.filename, [String(shop.port), String(seconds)])
  const answered = new Promise<LoadResult['statuses']>((resolve) => {
    attacker.once('message', (entries) => resolve(new Map(entries as [number, number][])))
  })
  await measureHealth(shop, seconds, 200)
  const statuses = await answered
  row('searches answered', statuses.get(200) ?? 0)
  row('searches refused as busy', statuses.get(503) ?? 0)
  await endServer(shop)
}

if (import.meta.main) {
  const [port, seconds] = process.argv.slice(2).map(Number)
  await attack(port ?? 0, seconds ?? 0)
  process.disconnect?.()
}
