import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endServer, startShop } from '#lab/measure/measured-process.ts'
import { readCpuMs } from '#lab/measure/process-usage.ts'
import { openDatabase } from '#src/server/core/db/open-database.ts'
import { CSV_FIELDS } from '#src/server/studio/products/csv-fields.ts'
import { send } from '#tools/http-server.ts'
import { createCatalogEntry } from '#tools/products.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createDatabase } from '#tools/worker-database.ts'

const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])

const SIZE = 31 * 1024 * 1024
const HEADER = 'slug,title\na,'

/** A file of 31 MB that repeats a text after its beginning. */
const fill = (text: string, beginning = HEADER): Buffer =>
  Buffer.concat([Buffer.from(beginning, 'latin1'), Buffer.alloc(SIZE - beginning.length, text)])

const TOO_LONG = /^Line 2 begins a row that is too long: a quotation mark may lack its end\.$/

/** Files that are costly to parse. The sentences of other limits are in editor-csv.test.ts. */
const FILES: Record<string, [create: () => Buffer, message: RegExp]> = {
  newlines: [() => fill('\n'), /^A file may have at most 100,000 rows\.$/],
  commas: [() => fill(','), TOO_LONG],
  'a quotation mark without its end': [() => fill('x', `${HEADER}"`), TOO_LONG],
  'long cells': [
    () => fill(`x,${'y'.repeat(200_000)}\n`),
    /^Line 2 has a cell of more than 100,000 letters\.$/,
  ],
  'malformed quotation marks': [() => fill('a"', `${HEADER}"`), TOO_LONG],
  'bytes that are no text': [
    () => fill('\0\n'),
    /^The file is not a CSV file: it holds binary data\./,
  ],
}

/** Processor time for a file, which others on the machine do not lengthen: 180 to 450 are usual. */
const MAX_CPU_MS = 5_000
/** The time of the thread that answers everybody: 40 to 90 are usual, and 250 for a call beside an import. */
const MAX_MAIN_CPU_MS = 1_000
/** With the thread of the catalogue. */
const MAX_MEGABYTES = 480
/** How often the files come. What is kept grows with each round, the room of the allocator does not. */
const ROUNDS = 3
/** What may stay above the memory after the first round: of each later round two of six files that are kept. */
const MAX_KEPT_MEGABYTES = 60 * (ROUNDS - 1)

const readMegabytes = (pid: number, name: 'VmHWM' | 'VmRSS'): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}

/** The shop in a process of its own, with an editor's calls. */
async function startEditorShop(folder: string) {
  const url = onPostgres ? await createDatabase() : `sqlite:${folder}/shop.db`
  const shop = await startShop(url, 1)
  const { db } = await openDatabase(url)
  await db.updateTable('user').set({ role: 'editor' }).execute()
  await db.destroy()
  const agent = new Agent({ keepAlive: true })
  const headers = { host: 'shop.test', cookie: shop.cookies[0], 'content-type': 'text/csv' }
  const call = async (method: string, path: string, body?: Buffer) => {
    const target = { port: shop.port, method, path: `/api${path}`, agent, headers }
    const { status, body: answer } = await send(target, body)
    const parsed: Record<string, unknown> = JSON.parse(String(answer))
    return { status, body: parsed }
  }
  const pid = shop.running.child.pid ?? 0
  return {
    pid,
    call,
    /**
     * Imports a file while somebody else calls without a pause: during each of these calls the main
     * thread had `waits` ms of processor time, which others on the machine do not lengthen.
     */
    async importBesideOthers(file: Buffer, query = '') {
      const waits: number[] = []
      let isImporting = true
      const others = (async () => {
        while (isImporting) {
          const before = readCpuMs(pid, 'main')
          await call('GET', '/health')
          waits.push(readCpuMs(pid, 'main') - before)
        }
      })()
      const answer = await call('POST', `/editor/import${query}`, file)
      isImporting = false
      await others
      return { ...answer, waits }
    },
    async [Symbol.asyncDispose]() {
      agent.destroy()
      await endServer(shop)
    },
  }
}

const folder = createTempDir()
let shop: Awaited<ReturnType<typeof startEditorShop>>
beforeAll(async () => {
  shop = await startEditorShop(folder.path)
}, 300_000)
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

// No database changes how a file is parsed.
test.skipIf(onPostgres)(
  'refuses files that are costly to parse with little processor time and memory',
  async () => {
    let before = Infinity
    const readCpu = () => [readCpuMs(shop.pid), readCpuMs(shop.pid, 'main')] as const
    const rounds = Array.from({ length: ROUNDS }, () => Object.entries(FILES)).flat()
    for (const [index, [name, [create, message]]] of rounds.entries()) {
      // The allocator keeps the room of the first large files for the next ones.
      if (index === rounds.length / ROUNDS) before = readMegabytes(shop.pid, 'VmRSS')
      const file = create()
      const [cpuBefore, mainBefore] = readCpu()
      const { status, body } = await shop.call('POST', '/editor/import', file)
      const [cpu, main] = readCpu()
      expect({ status, message: body['message'] }, name).toEqual({
        status: 400,
        message: expect.stringMatching(message),
      })
      expect(cpu - cpuBefore, name).toBeLessThan(MAX_CPU_MS)
      expect(main - mainBefore, name).toBeLessThan(MAX_MAIN_CPU_MS)
    }
    expect(readMegabytes(shop.pid, 'VmHWM')).toBeLessThan(MAX_MEGABYTES)
    const readKept = async () => {
      await shop.call('GET', '/products/get-all-products')
      return readMegabytes(shop.pid, 'VmRSS') - before
    }
    await expect.poll(readKept, { timeout: 60_000 }).toBeLessThan(MAX_KEPT_MEGABYTES)
  },
  300_000,
)

test('checks and imports 1,000 products without a long wait for others', async () => {
  const rows = Array.from({ length: 1_000 }, (_, index) => {
    const entry = createCatalogEntry({ slug: `new-${index}` })
    return CSV_FIELDS.map((field) => field.format(entry, false))
  })
  const file = Buffer.from(Papa.unparse([CSV_FIELDS.map(({ name }) => name), ...rows]))
  const allWaits: number[] = []
  for (const [query, expected] of [
    ['?dryRun=false', { applied: true, created: 1_000 }],
    ['', { applied: false, unchanged: 1_000 }],
  ] as const) {
    const { body, waits } = await shop.importBesideOthers(file, query)
    expect(body).toMatchObject(expected)
    allWaits.push(...waits)
  }
  expect(Math.max(...allWaits)).toBeLessThan(MAX_MAIN_CPU_MS)
}, 300_000)
