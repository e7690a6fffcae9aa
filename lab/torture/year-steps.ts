import { setTimeout as sleep } from 'node:timers/promises'
import { type Endpoint, type EndpointName, endpoints } from '#src/contract/endpoints.ts'
import type { ApiClient, JsonResponse } from '#tools/api-client.ts'
import { type Ids, toPath } from '#tools/every-endpoint.ts'

const MAX_BULK = 500
const POLL_MS = 250
const MAX_PUBLISH_MS = 300_000

/** A step that ran at a time, in ms since 1970. */
export interface Step {
  name: string
  from: number
  to: number
}

export interface Staff {
  /** Origin of the running shop. */
  site: string
  admin: ApiClient
  /** Accounts that delete themselves, by their special property. */
  leaving: Record<string, ApiClient>
  /** Rows of the import. The launch has a third as many drafts. */
  rows: number
}

/**
 * Does the work of staff in a year once, and deletes accounts: all reads of the studio, exports, an
 * import, a launch with its preview, and publishes.
 * @returns the steps with their times, and one line for each call without the expected answer.
 */
export async function doStaffWork({ site, admin, leaving, rows }: Staff) {
  const steps: Step[] = []
  const failures: string[] = []

  async function call(
    method: string,
    path: string,
    { as = admin, body, type }: { as?: ApiClient; body?: unknown; type?: string } = {},
  ): Promise<JsonResponse['body']> {
    const from = Date.now()
    const headers = type === undefined ? undefined : { 'Content-Type': type }
    const name = `${method} ${path.slice(0, 60)}`
    const answer = await as.request(method, path, body, headers).catch((cause: unknown) => {
      throw new Error(`${name} has no answer after ${Date.now() - from} ms.`, { cause })
    })
    steps.push({ name, from, to: Date.now() })
    if (answer.status >= 400)
      failures.push(`${method} ${path} ${answer.status} ${answer.text.slice(0, 120)}`)
    return answer.body
  }
  const get = (path: string) => call('GET', path)

  async function publish(): Promise<void> {
    const from = Date.now()
    while ((await admin.get('/editor/publish')).body?.state !== 'live') {
      if (Date.now() - from > MAX_PUBLISH_MS) {
        failures.push('A publish does not end.')
        break
      }
      await sleep(POLL_MS)
    }
    steps.push({ name: 'a publish', from, to: Date.now() })
  }

  const { products }: { products: { id: string; slug: string; price: number }[] } =
    await get('/editor/catalog')
  const [first] = products
  const ids: Ids = {
    product: first?.id ?? '',
    slug: first?.slug ?? '',
    content: 'category:watches',
  }
  const { launches } = await get('/editor/launches')
  ids['launch'] = launches[0].id
  ids['draft'] = (await get(`/editor/launches/${ids['launch']}`)).launch.items[0].recordId
  ids['message'] = (await get('/editor/messages')).messages[0].id
  ids['picture'] = (await get('/editor/pictures')).pictures[0].file
  ids['release'] = (await get('/editor/releases')).releases[0].id
  const { orders } = await call('POST', '/editor/orders/search', { body: {} })
  ids['placedOrder'] = orders[0].number
  const { customers } = await call('POST', '/editor/customers/search', { body: { search: 'rao' } })
  ids['customer'] = customers[0].id

  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { access, responseType }: Endpoint = endpoints[name]
    const isRead = name.startsWith('GET ') && !/^(?:public|user|staff)$/.test(access)
    if (isRead && responseType !== 'text/event-stream') await get(toPath(name, ids))
  }
  for (const path of [
    '/admin/audit?page=1000',
    '/editor/messages?page=100',
    '/editor/pictures?offset=3000',
    '/editor/reviews?state=approved&page=100',
    '/editor/speed?days=28',
    '/editor/texts?text=silk',
  ])
    await get(path)
  for (const search of ['', 'asha rao', 'KV-10042'])
    await call('POST', '/editor/customers/search', { body: { search, page: 1 } })
  await publish()

  const csv = products.slice(0, rows).map(({ slug, price }) => `${slug},${Math.ceil(price) + 7}`)
  const file = ['slug,price', ...csv].join('\n')
  const upload = { body: file, type: 'text/csv' }
  await call('POST', '/editor/import?dryRun=true', upload)
  const imported = await call('POST', '/editor/import?dryRun=false', upload)
  await publish()
  if (imported?.batch) await call('POST', `/editor/batches/${imported.batch}/undo`)
  await publish()

  const { launch } = await call('POST', '/editor/launches', { body: { name: 'The year' } })
  const drafted = products.slice(-Math.ceil(rows / 3)).map(({ id }) => id)
  const change = { kind: 'price', percent: 5 }
  for (let start = 0; start < drafted.length; start += MAX_BULK) {
    const body = { ids: drafted.slice(start, start + MAX_BULK), change, launch: launch.id }
    await call('POST', '/editor/products/bulk', { body })
  }
  await get(`/editor/launches/${launch.id}`)
  const link = await call('POST', `/editor/launches/${launch.id}/link`, { body: { hours: 1 } })
  const from = Date.now()
  const preview = await fetch(site + link.path)
  steps.push({ name: 'the preview of a launch', from, to: Date.now() })
  if (!preview.ok) failures.push(`The preview answered ${preview.status}.`)
  await call('POST', `/editor/launches/${launch.id}/publish`)
  await publish()
  await call('POST', `/editor/launches/${launch.id}/end`)
  await publish()

  for (const [name, as] of Object.entries(leaving)) {
    const start = Date.now()
    await call('DELETE', '/users/account', { as, body: { confirmation: as.email } })
    steps.push({ name: `the deletion of ${name}`, from: start, to: Date.now() })
  }
  return { steps, failures }
}
