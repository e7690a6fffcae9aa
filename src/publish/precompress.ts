import { existsSync, linkSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isText } from './content-type.ts'
import type { ReleaseFile } from './release.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Bytes below which a header costs more than compression spares. */
const WORTH_IT = 512
const AT_ONCE = 4
/** Pages up to which all are packed as well as can be: some 50 ms a page, on every core. */
const FEW_PAGES = 300

/** Files whose name is a hash of their content: compressed once, kept for ever. */
export const isHashed = (path: string): boolean => path.startsWith('/_astro/')

const isPage = ({ type }: ReleaseFile): boolean => type.startsWith('text/html')

const wanted = (path: string, { type, size }: ReleaseFile): boolean =>
  isText(type) && size >= WORTH_IT && path !== '/sw.js'

async function compress(from: string, quality: number): Promise<void> {
  const bytes = await readFile(from)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  }
  await Promise.all([
    brotli(bytes, { params }).then((packed) => writeFile(`${from}.br`, packed)),
    zip(bytes, { level: 9 }).then((packed) => writeFile(`${from}.gz`, packed)),
  ])
}

/** The same hashed name means the same content: its variants are taken over. */
function linkVariants(from: string, to: string): boolean {
  if (!existsSync(`${from}.br`) || !existsSync(`${from}.gz`)) return false
  linkSync(`${from}.br`, `${to}.br`)
  linkSync(`${from}.gz`, `${to}.gz`)
  return true
}

/**
 * Puts a brotli and a gzip variant beside every file that shrinks. Of a large catalogue the pages
 * are left out and packed when first asked for: ten thousand of them would hold up the publish.
 * @param before the `site` folder of the release before, if there is one.
 */
export async function precompress(
  site: string,
  files: Record<string, ReleaseFile>,
  before?: string,
): Promise<void> {
  const pages = Object.values(files).filter(isPage).length
  const queue = Object.entries(files).filter(
    ([path, file]) => wanted(path, file) && (pages <= FEW_PAGES || !isPage(file)),
  )
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [path, entry] = next
      const file = join(site, entry.file)
      const linked =
        before !== undefined && isHashed(path) && linkVariants(join(before, entry.file), file)
      if (!linked) await compress(file, isHashed(path) || isPage(entry) ? 11 : 5)
      entry.br = (await stat(`${file}.br`)).size
      entry.gz = (await stat(`${file}.gz`)).size
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
