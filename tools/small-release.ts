import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Release, writeRelease } from '#src/publish/release/release.ts'
import {
  describeFolder,
  getStoreDir,
  linkFile,
  precompress,
  toStoreName,
} from '#src/publish/release/release-files.ts'

const POLICY = "default-src 'self'; script-src 'self' 'sha256-abc='; style-src 'self'"
const html = (title: string) =>
  `<html><head><title>${title}</title><meta http-equiv="content-security-policy" content="${POLICY.replaceAll("'", '&#39;')}"></head><body>${'velvet '.repeat(500)}</body></html>`

/** By path in the `site` folder. */
export const RELEASE_FILES: Record<string, string> = {
  'index.html': html('Home'),
  'shop.html': html('Shop'),
  'store.html': html('Shop'),
  'shop/bags.html': html('Bags'),
  'shop/jewels/2.html': html('Jewels'),
  '404.html': html('Lost'),
  '410.html': html('Sold'),
  'profile/edit.html': html('Edit'),
  'product/chand-bali.html': html('Chand Bali'),
  'product/chand-bali.md': '# Chand Bali',
  '_astro/app.Ab12Cd.js': 'console.log("moon");'.repeat(200),
  'sw.js': 'self.skipWaiting()',
  'robots.txt': 'User-agent: *',
  'search-index.json': '{}',
  'feeds/new.atom': '<feed/>',
  '.well-known/ucp': '{"ucp":{}}',
  'favicon.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(200)}</svg>`,
  'og-image.jpg': 'not really',
}

const toPagePath = (file: string): string =>
  file.endsWith('.html') ? file.slice(0, -5).replace(/^\/index$/, '/') : file

/** What a release says beside its files. */
export const RELEASE_HEADER = {
  id: '',
  fingerprint: '',
  builtAt: '',
  products: 0,
  pages: 0,
  groups: {},
  compiled: '',
  policy: POLICY,
  moved: {},
  gone: [],
}

/** Writes a release of a few files below `releases`. */
export async function createSmallRelease(
  releases: string,
  id: string,
  contents = RELEASE_FILES,
): Promise<Release> {
  const site = join(releases, id, 'site')
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(join(site, name, '..'), { recursive: true })
    writeFileSync(join(site, name), content)
  }
  const described = Object.entries(describeFolder(site))
  const files = Object.fromEntries(described.map(([path, file]) => [toPagePath(path), file]))
  await precompress(site, files)
  for (const file of Object.values(files))
    linkFile(join(site, file.file), join(getStoreDir(releases), toStoreName(file)), file)
  return writeRelease(releases, join(releases, id), {
    ...RELEASE_HEADER,
    id,
    moved: { '/product/chand-jhumka': '/product/chand-bali', '/shop/jewelry': '/shop/jewels' },
    gone: ['/product/sold-for-good'],
    files: new Map(Object.entries(files)),
  })
}
