import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getContentType } from './content-type.ts'
import { PublishError } from './publish-error.ts'
import type { ReleaseFile } from './release.ts'

/** The URL path of a file of the build. */
function toPath(file: string): string {
  if (!file.endsWith('.html')) return `/${file}`
  const page = `/${file.slice(0, -'.html'.length)}`
  return page.replace(/\/index$/, '') || '/'
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

export interface BuildFiles {
  files: Record<string, ReleaseFile>
  policy: string
}

/** Files after which the event loop runs other work, e.g. requests to the live release. */
const FILES_PER_TURN = 50

/**
 * Reads every file of a build once. The Content-Security-Policy is the same on all pages.
 * @throws PublishError when a page has no policy, or a different one.
 */
export async function readBuildFiles(site: string): Promise<BuildFiles> {
  const files: Record<string, ReleaseFile> = {}
  let policy: string | undefined
  let read = 0
  for (const file of listFiles(site)) {
    const path = toPath(file)
    const bytes = readFileSync(join(site, file))
    const type = getContentType(file)
    const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 16)}"`
    files[path] = { file, type, size: bytes.byteLength, etag }
    if (file.endsWith('.html'))
      policy = assertSamePolicy(policy, parsePagePolicy(bytes.toString('latin1'), path), path)
    if (++read % FILES_PER_TURN === 0) await nextTurn()
  }
  if (policy === undefined) throw new PublishError('The build made no page at all.')
  return { files, policy }
}

const POLICY_META = /<meta http-equiv="content-security-policy" content="([^"]*)"/i

const decodeAttribute = (value: string): string =>
  value
    .replaceAll('&#39;', "'")
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

/** The policy in a page's meta element. */
function parsePagePolicy(html: string, path: string): string {
  const content = POLICY_META.exec(html)?.[1]
  if (content === undefined)
    throw new PublishError(
      `The page ${path} carries no Content-Security-Policy: give it one of the layouts.`,
    )
  return decodeAttribute(content).trim()
}

function assertSamePolicy(known: string | undefined, policy: string, path: string): string {
  if (known === undefined || known === policy) return policy
  throw new PublishError(
    `The page ${path} has another Content-Security-Policy than the pages before it: no style or script of its own may stand in it inline.`,
  )
}
