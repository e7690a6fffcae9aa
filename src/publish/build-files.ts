import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { getContentType } from './content-type.ts'
import { parsePagePolicy } from './page-policy.ts'
import { PublishError } from './publish-error.ts'
import type { ReleaseFile } from './release.ts'

/** The address under which a file of the build is asked for. */
function pathOf(file: string): string {
  if (!file.endsWith('.html')) return `/${file}`
  const page = `/${file.slice(0, -'.html'.length)}`
  return page.replace(/\/index$/, '') || '/'
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

export interface BuildFiles {
  files: Record<string, ReleaseFile>
  policy: string
}

/** Lets whatever else this process does go on between the files of a large site. */
const breathe = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Reads every file of a build once: what is there, under which address, and the one
 * Content-Security-Policy of all its pages.
 * @throws PublishFailed when a page has no policy or another one than the rest.
 */
export async function readBuildFiles(site: string): Promise<BuildFiles> {
  const files: Record<string, ReleaseFile> = {}
  let policy: string | undefined
  let read = 0
  for (const file of filesBelow(site)) {
    const path = pathOf(file)
    const bytes = readFileSync(join(site, file))
    const type = getContentType(file)
    const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 16)}"`
    files[path] = { file, type, size: bytes.byteLength, etag }
    if (file.endsWith('.html'))
      policy = samePolicy(policy, parsePagePolicy(bytes.toString('latin1'), path), path)
    if (++read % 50 === 0) await breathe()
  }
  if (policy === undefined) throw new PublishError('The build made no page at all.')
  return { files, policy }
}

function samePolicy(known: string | undefined, here: string, path: string): string {
  if (known === undefined || known === here) return here
  throw new PublishError(
    `The page ${path} has another Content-Security-Policy than the pages before it: no style or script of its own may stand in it inline.`,
  )
}
