import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTurns, forEachInTurns, giveTurns } from '#src/server/core/turns.ts'
import {
  codeOf,
  describeBytes,
  getStoreDir,
  type ReleaseFile,
  type ReleaseFiles,
  storeLongFile,
  toStoreName,
} from './release-files.ts'

/** A list of files in the store. Releases name it and what differs, which is little. */
export interface FileList {
  /** Name in the store. */
  name: string
  files: ReleaseFiles
}

export interface ReleaseHeader {
  id: string
  /** Hash of code, catalogue and environment. */
  fingerprint: string
  /** The catalogue's version where its source has one: an equal one need not be read. */
  version?: string | undefined
  /** Whether it has pages that a publish left to the next one. */
  deferred?: boolean | undefined
  /** ISO 8601. */
  builtAt: string
  products: number
  /** Key of the compiled site that rendered the pages. */
  compiled: string
  /** Number of its pages, and the versions of groups of them (src/publish/plan/plan.ts). */
  pages: number
  groups: Record<string, string>
  /** Pages rendered since files without a release were removed. */
  unswept?: number | undefined
  /** The Content-Security-Policy of every page as Astro made it, without scripts that no page has. */
  policy: string
  /** Paths of renamed products, with the path of today; and paths of archived products. */
  moved: Record<string, string>
  gone: string[]
}

export interface Release extends ReleaseHeader {
  files: ReleaseFiles
  base: FileList
}

type FileChange = [path: string, file: ReleaseFile | null]

const MANIFEST = 'release.json'

/** The content of `release.json`: null for a file of the base that the release does not have. */
interface Manifest extends ReleaseHeader {
  base: string
  changes: FileChange[]
}

/** Changes up to which a release names the base of the one before. */
const MAX_CHANGES = 1_000

const isSameFile = (file: ReleaseFile, other: ReleaseFile | undefined): boolean =>
  file === other ||
  (file.etag === other?.etag &&
    file.version === other.version &&
    file.deferrableVersion === other.deferrableVersion &&
    file.retiredAt === other.retiredAt &&
    file.br === other.br)

async function listChanges(before: ReleaseFiles, after: ReleaseFiles): Promise<FileChange[]> {
  const changes: FileChange[] = []
  await forEachInTurns(after, ([path, file]) => {
    if (!isSameFile(file, before.get(path))) changes.push([path, file])
  })
  for (const path of before.keys()) if (!after.has(path)) changes.push([path, null])
  return changes
}

/** The list is megabytes of a large shop, which are made with turns for other requests. */
async function storeList(releases: string, files: ReleaseFiles): Promise<FileList> {
  const texts: string[] = []
  await forEachInTurns(files, (file) => texts.push(JSON.stringify(file)))
  const bytes = Buffer.from(`[${texts.join(',')}]`)
  await giveTurns()
  const name = toStoreName(describeBytes('', bytes))
  await storeLongFile(getStoreDir(releases), name, bytes)
  return { name, files }
}

/**
 * Writes `release.json`. The files must be in the store.
 * @param before the list of the release before, which is named again while little differs from it.
 */
export async function writeRelease(
  releases: string,
  folder: string,
  { files, ...header }: ReleaseHeader & { files: ReleaseFiles },
  before?: FileList,
): Promise<Release> {
  const changes = before ? await listChanges(before.files, files) : []
  const isShared = before !== undefined && changes.length <= MAX_CHANGES
  const base = isShared ? before : await storeList(releases, files)
  const manifest: Manifest = { ...header, base: base.name, changes: isShared ? changes : [] }
  writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest))
  return { ...header, files, base }
}

/** The content of a file of JSON; undefined when it cannot be read. */
function findJson<Content>(path: string): Content | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Content
  } catch {
    return undefined
  }
}

const findManifest = (releases: string, id: string): Manifest | undefined =>
  findJson(join(releases, id, MANIFEST))

/** The key of the compiled site that rendered a release; undefined when it cannot be read. */
export const findCompiledKey = (releases: string, id: string): string | undefined =>
  findManifest(releases, id)?.compiled

/**
 * The release of that id, or undefined when it cannot be read.
 * @param known a release that may have the same base, which is then not read again.
 */
export function findRelease(
  releases: string,
  id: string | undefined,
  known?: Release,
): Release | undefined {
  const manifest = id === undefined ? undefined : findManifest(releases, id)
  if (!manifest) return undefined
  const { base: name, changes, ...header } = manifest
  const base = known?.base.name === name ? known.base : findList(releases, name)
  if (!base) return undefined
  const files = new Map(base.files)
  for (const [path, file] of changes)
    if (file) files.set(path, file)
    else files.delete(path)
  return { ...header, files, base }
}

/** @returns the text of a file, empty when the file does not exist. @throws Error when it cannot be read. */
async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  }
}

/** A release whose manifest is no JSON cannot be served. */
function parseManifest(text: string): Partial<Manifest> {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    return {}
  }
}

/** The name of a file in the store, as a list of files has it in its JSON. */
const STORED = /"etag":"\\"([\w-]+)\\""/g

/**
 * Names in the store of the files that releases have, and of the lists that they are based on. Those lists are
 * megabytes of a large shop, mostly the same for releases in turn: each is read once, and only its names are looked for,
 * with turns for other requests.
 * @throws Error when one cannot be read: its files would be taken for unused ones.
 */
export async function listUsedFiles(releases: string, ids: string[]): Promise<Set<string>> {
  const turn = createTurns()
  const used = new Set<string>()
  const read = new Set<string>()
  for (const id of ids) {
    await turn()
    const { base, changes = [] } = parseManifest(await readText(join(releases, id, MANIFEST)))
    for (const [, file] of changes) if (file) used.add(toStoreName(file))
    if (base === undefined || read.has(base)) continue
    read.add(base)
    used.add(base)
    const list = await readText(join(getStoreDir(releases), base))
    for (const [, name = ''] of list.matchAll(STORED)) {
      await turn()
      used.add(name)
    }
  }
  return used
}

function findList(releases: string, name: string): FileList | undefined {
  const entries = findJson<[string, ReleaseFile][]>(join(getStoreDir(releases), name))
  return entries && { name, files: new Map(entries) }
}
