import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { fetchCatalog } from '#src/catalog/load-catalog.ts'
import { createPublisher } from '#src/publish/publisher.ts'
import { openReleases } from '#src/publish/release/releases.ts'

// Publishes the fixture as a whole, then with another title of one product. Prints by how much the priority of the threads
// that render is below that of the process, for each of both.
const [, , root = '', dataDir = '', apiUrl = ''] = process.argv

/** The nice values of the threads that render, from Linux. */
function listNiceValues(): number[] {
  const tasks = readdirSync('/proc/self/task').map((task) => `/proc/self/task/${task}`)
  return tasks
    .filter((task) => readFileSync(`${task}/comm`, 'utf8').trim() === 'renderer')
    .map((task) => {
      // Fields after the name, which is in parentheses, begin with the third one (proc(5)).
      const [, fields = ''] = readFileSync(`${task}/stat`, 'utf8').split(') ')
      return Number(fields.split(' ')[16]) - getPriority()
    })
}

const source = await fetchCatalog(apiUrl)
let products = source.products
const seen: number[][] = []
await using publisher = createPublisher({
  root,
  releases: openReleases(dataDir),
  apiUrl,
  catalog: { read: async () => ({ ...source, products }) },
  env: process.env,
  onProgress: () => {},
  onPages: () => seen.at(-1)?.push(...listNiceValues()),
})
seen.push([])
await publisher.publish()
products = products.map((product, index) =>
  index === 0 ? { ...product, title: 'Other' } : product,
)
seen.push([])
await publisher.publish()
process.stdout.write(JSON.stringify(seen.map((values) => [...new Set(values)])))
