import { fork } from 'node:child_process'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { measureLoad, toRequestBytes } from '../measure/http-load.ts'
import { createLargeCatalogue } from '../measure/large-catalogue.ts'
import { endServer, startShop } from '../measure/measured-process.ts'
import { askWhile, type HealthFigures } from './stalled-readers.ts'

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
  const shop = await startShop(await createLargeCatalogue(folder.path), 1)
  // The first search writes the terms of all products.
  await fetch(`http://127.0.0.1:${shop.port}/api/products/search?limit=1`)
  const attacker = fork(import.meta.filename, [String(shop.port), String(seconds)])
  const statuses = new Promise<[number, number][]>((resolve) => {
    attacker.once('message', (entries) => resolve(entries as [number, number][]))
  })
  const health = await askWhile(shop, seconds)
  const figures = { ...health, statuses: new Map(await statuses) }
  await endServer(shop)
  return figures
}

if (import.meta.main) {
  const [port, seconds] = process.argv.slice(2).map(Number)
  await attack(port ?? 0, seconds ?? 0)
  if (process.connected) process.disconnect()
}
