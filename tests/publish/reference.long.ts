import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generateCatalog } from '#scripts/catalog/generate.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { CATEGORIES } from '#src/contract/values.ts'
import { createPublisher } from '#src/publish/publisher.ts'
import { getReleasesDir, openReleases } from '#src/publish/release/releases.ts'
import { dropUnusedHashes } from '#src/publish/render/page-policy.ts'
import { openMediaStore } from '#src/server/core/media-store.ts'
import { parseS3Url } from '#src/server/core/s3-url.ts'
import { createCatalogReader, getCatalog } from '#src/server/shop/catalog/service.ts'
import { insertCatalog } from '#src/server/shop/seed/seed.ts'
import { importSeedPictures, seedEntries, serveCatalog } from '#tests/helpers/catalog-api.ts'
import { isNightly } from '#tests/helpers/nightly.ts'
import { isPublished, readLivePages } from '#tests/helpers/stored-files.ts'
import type { ApiClient, JsonResponse } from '#tools/api-client.ts'
import { createRandom, type Random } from '#tools/random.ts'
import { projectRoot, runCommand } from '#tools/site-process.ts'
import { PAGE_ENV } from '#tools/site-settings.ts'
import { createTempDir } from '#tools/temp-dir.ts'

/** 140 have more than 300 pages: a publish leaves their compression to requests. */
const PRODUCTS = isNightly ? 140 : 30

/** What may differ between a page of `astro build` and the publisher's. */
const normalise = (html: string): string =>
  html
    // The publisher puts the policy before the first script, Astro after it.
    .replace(/<meta http-equiv="content-security-policy"[^>]*>/, '')
    // Islands are numbered by the renderings before them, and hashed with their number.
    .replace(/ (?:uid|prefix)="[^"]*"/g, '')

/** The publisher names the scripts of a page's islands, too. */
const withoutModules = (html: string): string => html.replace(/ data-modules="[^"]*"/, '')

/** Texts of a site's pages, and of what machines read, by file name. */
function readPages(site: string): Map<string, string> {
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' })
  const pages = files.filter(isPublished).sort()
  return new Map(pages.map((file) => [file, normalise(readFileSync(join(site, file), 'utf8'))]))
}

/** Names of the files with different texts: the texts themselves are too long for a message. */
const listDifferent = (a: Map<string, string>, b: Map<string, string>) =>
  [...a].filter(([file, text]) => b.get(file) !== text).map(([file]) => file)

type Edit = (calls: EditorCalls, random: Random, edit: number) => Promise<JsonResponse>

/** A product on sale, another one, and the calls that change it. */
interface EditorCalls {
  client: ApiClient
  path: string
  entry: CatalogEntry
  revision: number
  other: { id: string; slug: string }
  archived: { id: string } | undefined
}

const saveEntry =
  (toChange: (calls: EditorCalls, random: Random, edit: number) => Partial<CatalogEntry>): Edit =>
  (calls, random, edit) =>
    calls.client.put(calls.path, {
      ...calls.entry,
      ...toChange(calls, random, edit),
      revision: calls.revision,
    })

/** What an editor does. The number of the edit makes slugs and titles unique. */
const EDITS_OF_EDITORS: Edit[] = [
  saveEntry(({ entry: { listPrice = 90_000 } }, { whole }) => ({
    price: whole(100, listPrice - 1),
    stock: whole(0, 5),
  })),
  saveEntry((_, __, edit) => ({ title: `Title of edit ${edit} </script>` })),
  saveEntry(({ entry: { slug } }, _, edit) => ({ slug: `${slug.slice(0, 60)}-edit-${edit}` })),
  saveEntry((_, random) => ({ category: random.shuffled(CATEGORIES)[0] ?? 'watches' })),
  saveEntry(({ entry: { highlights } }) => ({ highlights: highlights.toReversed() })),
  saveEntry(({ other }) => ({ related: [other.slug] })),
  ({ client, path }) => client.post(`${path}/archive`),
  ({ client, path, archived }) =>
    client.post(archived ? `/editor/products/${archived.id}/restore` : `${path}/archive`),
  ({ client, entry }, _, edit) => {
    // A code is of one product.
    const variants = entry.variants?.map(({ sku: _, barcode: __, ...row }) => row)
    return client.post('/editor/products', { ...entry, variants, slug: `new-${edit}` })
  },
  async ({ client }, random, edit) => {
    const [id] = random.shuffled(['about', 'home', 'faqs', 'category:watches'])
    const { revision, body } = (await client.get(`/editor/content/${id}`)).body.record
    const changed = JSON.parse(JSON.stringify(body).replace(/\b(?:the|a)\b/, `the ${edit}`))
    return client.put(`/editor/content/${id}`, { revision, body: changed })
  },
]

/** Makes an edit of the next kind, of random products. */
async function makeEdit(client: ApiClient, random: Random, edit: number): Promise<void> {
  const { products } = (await client.get('/editor/catalog')).body
  const all: { id: string; slug: string; archived: boolean }[] = random.shuffled(products)
  const [chosen, other] = all.filter(({ archived }) => !archived)
  if (!chosen || !other) throw new Error('There is no product.')
  const path = `/editor/products/${chosen.id}`
  const { entry, revision } = (await client.get(path)).body.product
  const archived = all.find((product) => product.archived)
  const calls = { client, path, entry, revision, other, archived }
  const answer = await EDITS_OF_EDITORS[edit % EDITS_OF_EDITORS.length]?.(calls, random, edit)
  expect(answer?.status, answer?.text).toBeLessThan(300)
}

/** In `npm test` one of each kind. TORTURE_EDITS=500 makes more of them. */
const EDITS = Number(process.env['TORTURE_EDITS'] ?? (isNightly ? 40 : EDITS_OF_EDITORS.length))

test(
  `publishes ${PRODUCTS} products as astro build does, and after ${EDITS} edits as a full publish does`,
  async () => {
    using folder = createTempDir()
    await using api = await serveCatalog(folder.path)
    const { deps } = api.app
    await deps.db.deleteFrom('product').execute()
    await deps.db.deleteFrom('slug').execute()
    const entries = generateCatalog(seedEntries, PRODUCTS, 7)
    await insertCatalog(deps.db, entries, await importSeedPictures())
    const dist = join(folder.path, 'dist')

    const astro = 'node_modules/astro/bin/astro.mjs'
    const built = runCommand(astro, { ...PAGE_ENV, API_URL: api.url }, ['build', '--outDir', dist])
    expect((await built.exited).code, built.getOutput().stderr).toBe(0)

    const options = {
      root: projectRoot,
      releases: openReleases(folder.path),
      apiUrl: '',
      env: PAGE_ENV,
      onProgress: () => {},
    }
    const catalog = createCatalogReader(deps)
    await using publisher = createPublisher({ ...options, catalog })
    const { release } = await publisher.publish()
    const releases = getReleasesDir(folder.path)
    const expected = readPages(dist)
    expect(expected.size).toBeGreaterThan(PRODUCTS)
    const published = readLivePages(releases, (html) => withoutModules(normalise(html)))
    expect([...published.keys()]).toEqual([...expected.keys()])
    expect(listDifferent(published, expected)).toEqual([])
    const shop = readFileSync(join(dist, 'shop.html'), 'utf8')
    const policy = /security-policy" content="([^"]*)"/.exec(shop)?.[1] ?? ''
    expect(dropUnusedHashes(policy)).toBe(release.policy)

    // No publish needs the source pictures: their store is gone from here on.
    const MEDIA_STORE = parseS3Url('s3://gone?endpoint=http://127.0.0.1:9')
    deps.media = openMediaStore({ ...deps.env, MEDIA_STORE })
    const editor = await api.app.createSignedInUser('editor')
    const random = createRandom(11)
    for (let edit = 1; edit <= EDITS; edit++) {
      await makeEdit(editor, random, edit)
      const { rendered } = await publisher.publish({ maxDeferrable: 0 })
      expect(rendered).toBeLessThan(60)
    }
    await publisher.publish()
    const changed = readLivePages(releases)
    const read = { read: () => getCatalog(deps) }
    await using full = createPublisher({ ...options, catalog: read, full: true })
    expect((await full.publish()).rendered).toBeGreaterThan(PRODUCTS)
    const expectedPages = readLivePages(releases)
    expect([...changed.keys()]).toEqual([...expectedPages.keys()])
    expect(listDifferent(changed, expectedPages)).toEqual([])
  },
  600_000 + EDITS * 5_000,
)
