import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generateCatalog } from '#scripts/catalog/generate.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { CATEGORIES } from '#src/contract/values.ts'
import { createPublisher } from '#src/publish/publisher.ts'
import { getReleasesDir, openReleases } from '#src/publish/release/releases.ts'
import { createCatalogReader, getCatalog } from '#src/server/catalog/service.ts'
import { openMediaStore } from '#src/server/media/media-store.ts'
import { parseS3Url } from '#src/server/media/s3-url.ts'
import { insertCatalog } from '#src/server/seed/seed.ts'
import type { ApiClient, JsonResponse } from '#tests/helpers/api-client.ts'
import { importSeedPictures, seedEntries, serveCatalog } from '#tests/helpers/catalog-api.ts'
import { createRandom, type Random } from '#tests/helpers/random.ts'
import { projectRoot, runCommand } from '#tests/helpers/site-process.ts'
import { readLivePages } from '#tests/helpers/stored-files.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'

const PRODUCTS = 300

/** What may differ between a page of `astro build` and the publisher's. */
const normalise = (html: string): string =>
  html
    // The publisher puts the policy before the first script, Astro after it.
    .replace(/<meta http-equiv="content-security-policy"[^>]*>/, '')
    // Islands are numbered by the renderings before them, and hashed with their number.
    .replace(/ (?:uid|prefix)="[^"]*"/g, '')

/** Texts of a site's pages and XML files, by file name. */
function readPages(site: string, toText = (html: string) => html): Map<string, string> {
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' })
  const pages = files.filter((file) => /\.(?:html|xml|txt)$|^search-index\.json$/.test(file)).sort()
  return new Map(pages.map((file) => [file, toText(readFileSync(join(site, file), 'utf8'))]))
}

/** Names of the files with different texts: the texts themselves are too long for a message. */
const listDifferent = (a: Map<string, string>, b: Map<string, string>) =>
  [...a].filter(([file, text]) => b.get(file) !== text).map(([file]) => file)

interface ListedProduct {
  id: string
  slug: string
  archived: boolean
}

const listAll = async (editor: ApiClient): Promise<ListedProduct[]> =>
  (await editor.get('/editor/catalog')).body.products

const choose = <T>({ whole }: Random, all: readonly T[]): T | undefined =>
  all[whole(0, all.length - 1)]

/** Changes of an entry. The number makes slugs and titles unique. */
const CHANGES: ((entry: CatalogEntry, random: Random, edit: number) => Partial<CatalogEntry>)[] = [
  ({ listPrice = 90_000 }, { whole }) => ({ price: whole(100, listPrice - 1), stock: whole(0, 5) }),
  (_, __, edit) => ({ title: `Title of edit ${edit} </script>` }),
  ({ slug }, _, edit) => ({ slug: `${slug.replace(/-edit-\d+$/, '')}-edit-${edit}` }),
  (_, random) => ({ category: choose(random, CATEGORIES) ?? 'watches' }),
  ({ highlights }) => ({ highlights: highlights.toReversed() }),
]

/**
 * Makes random edits of a catalogue as an editor does: fields, slugs, categories, related products,
 * new, archived and restored products.
 * @param onEdited called after each edit.
 */
async function makeRandomEdits(
  editor: ApiClient,
  edits: number,
  seed: number,
  onEdited: (edit: number) => Promise<void>,
): Promise<void> {
  const random = createRandom(seed)
  const assertOk = ({ status, text }: JsonResponse) => {
    if (status >= 300) throw new Error(`An edit was answered ${status}: ${text}`)
  }
  for (let edit = 1; edit <= edits; edit++) {
    const all = await listAll(editor)
    const onSale = all.filter(({ archived }) => !archived)
    const archived = choose(
      random,
      all.filter((one) => one.archived),
    )
    const chosen = choose(random, onSale)
    if (!chosen) throw new Error('There is no product.')
    const path = `/editor/products/${chosen.id}`
    const { product } = (await editor.get(path)).body
    const kind = random.whole(0, 10)
    if (kind === 0 && onSale.length * 1.1 > all.length)
      assertOk(await editor.post(`${path}/archive`))
    else if (kind === 1 && archived)
      assertOk(await editor.post(`/editor/products/${archived.id}/restore`))
    else if (kind === 10) {
      const id = choose(random, ['about', 'home', 'faqs', 'category:watches']) ?? ''
      const { revision, body } = (await editor.get(`/editor/content/${id}`)).body.record
      const changed = JSON.parse(JSON.stringify(body).replace(/\b(?:the|a)\b/, `the ${edit}`))
      assertOk(await editor.put(`/editor/content/${id}`, { revision, body: changed }))
    } else if (kind === 2)
      assertOk(await editor.post('/editor/products', { ...product.entry, slug: `new-${edit}` }))
    else {
      const related = random.shuffled(all.filter(({ id }) => id !== chosen.id)).slice(0, 3)
      const change =
        kind === 3
          ? { related: related.map(({ slug }) => slug) }
          : choose(random, CHANGES)?.(product.entry, random, edit)
      const { revision, entry } = product
      assertOk(await editor.put(path, { ...entry, ...change, revision }))
    }
    await onEdited(edit)
  }
}

/** Of `npm test`; TORTURE_EDITS=500 makes more of them. */
const EDITS = Number(process.env['TORTURE_EDITS'] ?? 40)

test(
  `publishes ${PRODUCTS} products as astro build does, and after ${EDITS} edits as a full publish does`,
  async () => {
    using folder = createTempDir()
    await using api = await serveCatalog(folder.path)
    const { deps } = api.app
    await deps.db.deleteFrom('product').execute()
    const entries = generateCatalog(seedEntries, PRODUCTS, 7)
    await insertCatalog(deps.db, entries, await importSeedPictures())

    const env = { SITE_URL: 'https://kairavi.example' }
    const built = runCommand('node_modules/astro/bin/astro.mjs', { ...env, API_URL: api.url }, [
      'build',
      '--outDir',
      join(folder.path, 'dist'),
    ])
    expect((await built.exited).code, built.getOutput().stderr).toBe(0)

    const catalog = createCatalogReader(deps)
    const options = {
      root: projectRoot,
      releases: openReleases(folder.path),
      apiUrl: '',
      catalog,
      env,
    }
    await using publisher = createPublisher({ ...options, onProgress: () => {} })
    const { release } = await publisher.publish()
    const releases = getReleasesDir(folder.path)
    const dist = join(folder.path, 'dist')
    const expected = readPages(dist, normalise)
    expect(expected.size).toBeGreaterThan(PRODUCTS)
    const published = readLivePages(releases, normalise)
    expect([...published.keys()]).toEqual([...expected.keys()])
    expect(listDifferent(published, expected)).toEqual([])
    const shop = readFileSync(join(dist, 'shop.html'), 'utf8')
    expect(/security-policy" content="([^"]*)"/.exec(shop)?.[1]).toBe(release.policy)

    // No publish needs the source pictures: their store is gone from here on.
    const MEDIA_STORE = parseS3Url('s3://gone?endpoint=http://127.0.0.1:9')
    deps.media = openMediaStore({ ...deps.env, MEDIA_STORE })
    const editor = await api.app.createSignedInUser('editor')
    await makeRandomEdits(editor, EDITS, 11, async () => {
      const { rendered } = await publisher.publish({ maxDeferrable: 0 })
      expect(rendered).toBeLessThan(60)
    })
    await publisher.publish()
    const changed = readLivePages(releases)
    const read = { read: () => getCatalog(deps) }
    await using full = createPublisher({ ...options, catalog: read, full: true, onProgress() {} })
    expect((await full.publish()).rendered).toBeGreaterThan(PRODUCTS)
    const expectedPages = readLivePages(releases)
    expect([...changed.keys()]).toEqual([...expectedPages.keys()])
    expect(listDifferent(changed, expectedPages)).toEqual([])
  },
  600_000 + EDITS * 5_000,
)
