import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { productPath } from '#src/rules/paths.ts'
import { smallestUrl } from '#src/rules/pictures.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { FOREVER } from '#tests/helpers/rendition.ts'
import { findLiveRelease } from '#tests/helpers/stored-files.ts'
import {
  ARCHIVED,
  ask,
  FORMER,
  INBOX_KEY,
  PERFUME,
  type Place,
  startTwoMachines,
  type TwoMachines,
  WATCH,
} from '#tests/helpers/two-machines.ts'
import { formatCookies } from '#tools/api-client.ts'
import { ensureNginx } from '#tools/nginx.ts'
import { createPicture } from '#tools/pictures.ts'

const LIMIT = { timeout: 300_000 }
const WAIT = { timeout: 60_000, interval: 100 }

const isPossible = Boolean(process.env['TEST_DATABASE_URL'])
const hasNginx = isPossible && ensureNginx()
if (isPossible && !hasNginx)
  console.info('There is no nginx and none can be installed: two machines are asked without it.')

/** Headers on which two machines agree. */
const HEADERS = [
  ...['content-type', 'cache-control', 'content-security-policy', 'etag', 'location'],
  ...['referrer-policy', 'retry-after', 'x-robots-tag'],
]

async function readAnswer(place: Place, path: string, init?: RequestInit) {
  const { status, headers, body } = await ask(place, path, init)
  return {
    status,
    headers: HEADERS.map((name) => [name, headers[name]]),
    body: body.toString('latin1'),
  }
}

// The tests follow each other on one shop.
describe.skipIf(!isPossible)('of two machines', LIMIT, () => {
  let shop: TwoMachines
  let launchPath: string
  /** The machines, and nginx where there is one. */
  let places: Place[]

  const watchPath = `/editor/products/${toProductId(WATCH)}`

  async function saveWatch(machine: 0 | 1, title: string, change: object = {}): Promise<void> {
    const { entry, revision } = (await shop.editors[machine].get(watchPath)).body.product
    const body = { ...entry, ...change, title, revision }
    const saved = await shop.editors[machine].put(watchPath, body)
    expect(saved.status, saved.text).toBe(200)
  }

  async function untilLive(all: Place[], title: string): Promise<void> {
    for (const place of all)
      await vi.waitUntil(
        async () => (await ask(place, productPath(WATCH))).body.includes(title),
        WAIT,
      )
  }

  /** Asks for a rendition until it is generated: for a moment, another one is sent in its place. */
  const askRendition = (place: Place, url: string) =>
    vi.waitUntil(async () => {
      const answer = await ask(place, url)
      return answer.headers['cache-control'] === FOREVER ? answer : undefined
    }, WAIT)

  /** The drafts that an editor previews: of a product, and of the texts of a page. */
  async function readDrafts() {
    const { entry } = (await shop.editors[1].get(watchPath)).body.product
    const { body } = (await shop.editors[1].get('/editor/content/about')).body.record
    return { product: { id: toProductId(WATCH), entry }, content: { body } }
  }

  /** Asks a machine for each kind of page that no release has. */
  async function expectRendered(machine: 0 | 1): Promise<void> {
    const drafts = await readDrafts()
    const answers = await Promise.all([
      shop.editors[machine].post('/editor/preview', drafts.product),
      shop.editors[machine].post('/editor/content/about/preview', drafts.content),
      ask(shop.machines[machine], launchPath),
      ask(shop.machines[machine], `${launchPath}shop?search=watch&scripts=off`),
      ask(shop.machines[machine], '/shop/watches?sort=new&scripts=off'),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }

  beforeAll(async () => {
    shop = await startTwoMachines({ hasNginx })
    places = [...shop.machines, ...(shop.nginx ? [shop.nginx] : [])]
    const [editor] = shop.editors
    const { id } = (await editor.post('/editor/launches', { name: 'Diwali' })).body.launch
    const record = toProductId(PERFUME)
    const { entry } = (await editor.get(`/editor/products/${record}`)).body.product
    const body = { ...entry, title: 'A festive scent' }
    const draft = { record, revision: 0, basedOn: 1, body }
    expect((await editor.put(`/editor/launches/${id}/draft`, draft)).status).toBe(200)
    launchPath = (await editor.post(`/editor/launches/${id}/link`, { hours: 1 })).body.path
  }, 300_000)
  afterAll(() => shop?.[Symbol.asyncDispose](), 60_000)

  test('the one that only serves answers every kind of path as the other one', async () => {
    const [first, second] = shop.machines
    const [editor] = shop.editors
    const headers = { cookie: formatCookies(editor.cookies), 'content-type': 'application/json' }
    const post = (body: object) => ({ method: 'POST', headers, body: JSON.stringify(body) })
    const drafts = await readDrafts()
    const assets = [...(findLiveRelease(shop.releases)?.files.keys() ?? [])]
    const { pictures } = (await editor.get(`/products/slug/${WATCH}`)).body.product
    const studio = (await ask(first, '/studio', { headers })).body.toString()
    const ok = [
      // Files of the release.
      ...['/', '/shop', '/shop/watches', '/about', productPath(WATCH), `${productPath(WATCH)}.md`],
      ...['/feeds/new.atom', '/feeds/google-0.xml', '/feeds/agents-0.json', '/sitemap-index.xml'],
      ...['/llms.txt', '/robots.txt', '/search-index.json', '/sw.js'],
      assets.find((path) => path.startsWith('/_astro/')) ?? '',
      // Pages that are rendered.
      ...['/shop/watches?movement=Quartz&scripts=off', '/shop?search=watch&scripts=off'],
      ...['', `product/${PERFUME}`, 'shop?search=festive&scripts=off'].map(
        (path) => launchPath + path,
      ),
      // The API and pictures.
      ...['/api/health', '/api/ready', '/api/products/get-all-products'],
      ...[`/api/products/slug/${WATCH}`, smallestUrl(pictures[0])],
      `/dev/inbox?key=${INBOX_KEY}`,
    ]
    const okForEditors = [
      ...['/studio', '/studio/products', '/studio/preview', '/studio/edit-link.js'],
      /\/studio\/assets\/[\w.-]+\.js/.exec(studio)?.[0] ?? '',
      ...['/api/editor/catalog', '/api/editor/publish', '/api/editor/releases'],
    ]
    for (const machine of shop.machines) await askRendition(machine, smallestUrl(pictures[0]))
    const missing = ['/nowhere', '/_astro/none.js', '/api/nowhere', '/studio', '/preview/none/']
    const paths: [path: string, status: number, init?: RequestInit][] = [
      ...ok.map((path): [string, number] => [path, 200]),
      ...okForEditors.map((path): [string, number, RequestInit] => [path, 200, { headers }]),
      ...[...missing, `${launchPath}product/none`].map((path): [string, number] => [path, 404]),
      ['/api/editor/preview', 200, post(drafts.product)],
      ['/api/editor/content/about/preview', 200, post(drafts.content)],
      ['/shop', 200, { method: 'HEAD' }],
      ['/shop/', 308],
      [`/product/${FORMER}?a=b`, 301],
      [productPath(ARCHIVED), 410],
      ['/about', 405, { method: 'POST' }],
      ['/api/cart', 401],
      ['/dev/inbox', 403],
    ]
    for (const [path, status, init] of paths) {
      const answer = await readAnswer(first, path, init)
      expect([path, answer.status], answer.body.slice(0, 400)).toEqual([path, status])
      expect(await readAnswer(second, path, init), path).toEqual(answer)
      // A preview, which has the inbox, is opened without nginx.
      if (shop.nginx && !path.startsWith('/dev'))
        expect([path, (await ask(shop.nginx, path, init)).status]).toEqual([path, status])
    }
    expect(existsSync(join(shop.checkouts[1], '.cache/compiled'))).toBe(false)
  })

  test('either takes a save and a picture that both show', async () => {
    await saveWatch(0, 'A save on the first')
    await untilLive(places, 'A save on the first')
    const [, editor] = shop.editors
    const picture = await createPicture(600, 800)
    const { body } = await editor.post('/editor/pictures', picture, {
      'Content-Type': 'image/webp',
    })
    const pictures = [{ file: body.file, alt: 'A new picture' }]
    await saveWatch(1, 'A save on the second', { pictures })
    await untilLive(places, 'A save on the second')
    const sent = await Promise.all(
      places.map((place) => askRendition(place, smallestUrl(body.picture))),
    )
    expect(new Set(sent.map((answer) => answer.body.toString('latin1'))).size).toBe(1)
  })

  test('the one that only serves is killed, and comes back with what was published meanwhile', async () => {
    const [first, second] = shop.machines
    const { nginx } = shop
    await shop.kill(1)
    await saveWatch(0, 'Meanwhile')
    await untilLive([first], 'Meanwhile')
    for (let call = 0; call < 4; call++)
      if (nginx) expect((await ask(nginx, '/api/health')).status).toBe(200)
    // Its checkout is upgraded before that of the other one.
    writeFileSync(
      join(shop.checkouts[1], 'src/rules', 'upgraded.ts'),
      'export const upgraded = 1\n',
    )
    const command = await shop.start(1)
    await untilLive([second], 'Meanwhile')
    expect(command.getOutput().stderr).toMatch(
      /^Warning: The live release \S+ is of another version of the shop than this checkout, /m,
    )
    await command.waitForOutput(
      /^The studio of this version is not compiled yet\. Until .* is shown\.$/m,
    )
    await expectRendered(1)
  })

  test('the one that publishes is killed: the other one serves, and a save waits until it is back', async () => {
    const [, second] = shop.machines
    const [, editor] = shop.editors
    const readState = async () => (await editor.get('/editor/publish')).body
    // It has recorded the last release.
    await vi.waitUntil(async () => (await readState()).state === 'live', WAIT)
    await shop.kill(0)
    const served = places.filter((place) => place !== shop.machines[0])
    await untilLive(served, 'Meanwhile')
    await expectRendered(1)
    await saveWatch(1, 'It waits')
    expect(await readState()).toMatchObject({ state: 'waiting', waiting: 1 })
    await shop.start(0)
    await untilLive(places, 'It waits')
    await expectRendered(0)
    // A machine without power refuses no connection; one without a network of its own keeps it.
    second.unplug?.()
    for (let call = 0; call < 2; call++)
      if (shop.nginx) expect((await ask(shop.nginx, '/api/health')).status).toBe(200)
  })
})
