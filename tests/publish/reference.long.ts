import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generateCatalog } from '#scripts/catalog/generate.ts'
import { createPublisher } from '#src/publish/publisher.ts'
import { getReleasesDir, openReleases } from '#src/publish/release/releases.ts'
import { createCatalogReader, getCatalog } from '#src/server/catalog/service.ts'
import { openMediaStore } from '#src/server/media/media-store.ts'
import { parseS3Url } from '#src/server/media/s3-url.ts'
import { insertCatalog } from '#src/server/seed/seed.ts'
import { importSeedPictures, seedEntries, serveCatalog } from '#tests/helpers/catalog-api.ts'
import { makeRandomEdits } from '#tests/helpers/random-edits.ts'
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
