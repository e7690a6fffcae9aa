import { fork } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot, runCommand } from '#tests/helpers/site-process.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { measureLoad, toRequestBytes } from '../measure/http-load.ts'
import { endShop, startShop } from './shop-process.ts'
import { askWhile, type HealthFigures } from './stalled-readers.ts'

const PRODUCTS = 10_000
const CONNECTIONS = 200

const repeat = (text: string): string => text.repeat(2_000).slice(0, 200)

/** Queries that took longest: unknown words, beginnings of many words, words with many synonyms. */
const QUERIES = [
  repeat('emeraldix sapphirox leathirr stainlexx collectorr handwovven '),
  repeat('qzxwv jkqzx vwxzq '),
  repeat('col con sta han pla sol emb per mid bro sil lea '),
  repeat('gold silk leather watch bag women men gift wedding party her office '),
  repeat('a'),
]

/** Searches on all connections: in a process of its own, so that it does not delay the measurement. */
async function attack(port: number, seconds: number): Promise<void> {
  const requests = QUERIES.map((search) => {
    const filters = `?${new URLSearchParams({ search })}`
    return toRequestBytes('GET', `/api/products/search?${new URLSearchParams({ filters })}`)
  })
  const { statuses } = await measureLoad({
    port,
    connections: CONNECTIONS,
    seconds,
    toRequest: (connection, index) => requests[(connection + index) % requests.length] as Buffer,
  })
  process.send?.([...statuses])
}

export interface SearchFloodFigures extends HealthFigures {
  /** Searches by the status of their answer. */
  statuses: Map<number, number>
}

export async function measureSearchFlood(seconds: number): Promise<SearchFloodFigures> {
  using folder = createTempDir()
  const database = `sqlite:${join(folder.path, 'shop.db')}`
  const args = ['--products', String(PRODUCTS), '--database', database]
  const env = { DATA_DIR: folder.path, NODE_COMPILE_CACHE: join(projectRoot, '.cache/node') }
  await runCommand('scripts/catalog.ts', env, args).exited
  const shop = await startShop(database, 1)
  // The first search writes the terms of all products.
  await fetch(`http://127.0.0.1:${shop.port}/api/products/search?limit=1`)
  const attacker = fork(import.meta.filename, [String(shop.port), String(seconds)])
  const statuses = new Promise<[number, number][]>((resolve) => {
    attacker.once('message', (entries) => resolve(entries as [number, number][]))
  })
  const health = await askWhile(shop, seconds)
  const figures = { ...health, statuses: new Map(await statuses) }
  await endShop(shop)
  return figures
}

if (import.meta.main) {
  const [port, seconds] = process.argv.slice(2).map(Number)
  await attack(port ?? 0, seconds ?? 0)
  if (process.connected) process.disconnect()
}
