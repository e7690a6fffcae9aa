import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { ChangedFiles } from './changed-files.ts'
import {
  codeOf,
  describeBytes,
  getStoreDir,
  type ReleaseFile,
  type ReleaseFiles,
  storeLongFile,
  toStoreName,
} from './release-files.ts'

/** A list of files in the store. A release names it and its few differences. */
export interface FileList {
  /** Name in the store. */
  name: string
  files: ReleaseFiles
}

export interface ReleaseHeader {
  id: string
  /** Hash of code, catalogue and environment. */
  fingerprint: string
  /** Version of the catalogue, if its source has one. A catalogue with an equal version need not be read. */
  version?: string | undefined
  /** Whether a publish has deferred some of its pages. */
  deferred?: boolean | undefined
  /** ISO 8601. */
  builtAt: string
  products: number
  /** Key of the compiled site that rendered the pages. */
  compiled: string
  /** Number of its pages, and the versions of groups of them (src/publish/plan/plan.ts). */
  pages: number
  groups: Record<string, string>
  /** Pages rendered since the last removal of unused files. */
  unswept?: number | undefined
  /** The Content-Security-Policy of every page as Astro made it, without unused scripts. */
  policy: string
  /** Current paths of renamed products; and paths of archived products. */
  moved: Record<string, string>
  gone: string[]
}

export interface Release extends ReleaseHeader {
  files: ReleaseFiles
  base: FileList
}

type FileChange = [path: string, file: ReleaseFile | null]

const MANIFEST = 'release.json'

/** Content of `release.json`. A file is null if the base has it and the release does not. */
interface Manifest extends ReleaseHeader {
  base: string
  changes: FileChange[]
}

/** A release with at most this many changes names the base of the previous one. */
const MAX_CHANGES = 1_000

const isSameFile = (file: ReleaseFile, other: ReleaseFile | undefined): boolean =>
  file === other ||
  (file.etag === other?.etag &&
    file.version === other.version &&
    file.deferrableVersion === other.deferrableVersion &&
    file.retiredAt === other.retiredAt &&
    file.br === other.br)

function listChanges(before: ReleaseFiles, after: ReleaseFiles): FileChange[] {
  const changes: FileChange[] = []
  for (const [path, file] of after)
    if (!isSameFile(file, before.get(path))) changes.push([path, file])
  for (const path of before.keys()) if (!after.has(path)) changes.push([path, null])
  return changes
}

/** A line of the list has one file, for `readBase`. */
async function storeList(releases: string, files: ReleaseFiles): Promise<FileList> {
  const texts = Array.from(files, (file) => JSON.stringify(file))
  const bytes = Buffer.from(`[\n${texts.join(',\n')}\n]`)
  const name = toStoreName(describeBytes('', bytes))
  await storeLongFile(getStoreDir(releases), name, bytes)
  return { name, files }
}

/**
 * Writes `release.json`. The files must be in the store.
 * @param before the list of the previous release, which is named again if there are few differences.
 */
export async function writeRelease(
  releases: string,
  folder: string,
  { files, ...header }: ReleaseHeader & { files: ReleaseFiles },
  before?: FileList,
): Promise<Release> {
  const changes = before ? listChanges(before.files, files) : []
  const isShared = before !== undefined && changes.length <= MAX_CHANGES
  const base = isShared ? before : await storeList(releases, files)
  const manifest: Manifest = { ...header, base: base.name, changes: isShared ? changes : [] }
  writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest))
  return { ...header, files, base }
}

/** Reads a JSON file; undefined if it cannot be read. */
function findJson<Content>(path: string): Content | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Content
  } catch {
    return undefined
  }
}

const findManifest = (releases: string, id: string): Manifest | undefined =>
  findJson(join(releases, id, MANIFEST))

/** Finds the key of the compiled site that rendered a release. */
export const findCompiledKey = (releases: string, id: string): string | undefined =>
  findManifest(releases, id)?.compiled

/** Finds a release by its id. @param known a list that the release may be based on, which is then not read again. */
export function findRelease(
  releases: string,
  id: string | undefined,
  known?: FileList,
): Release | undefined {
  const manifest = id === undefined ? undefined : findManifest(releases, id)
  if (!manifest) return undefined
  const { base: name, changes, ...header } = manifest
  const base = known?.name === name ? known : findList(releases, name)
  return base && { ...header, files: new ChangedFiles(base.files, new Map(changes)), base }
}

/**
 * Reads the list that a release is based on, in parts, so that the process answers meanwhile.
 * @param known the list is not read if it is this one.
 * @returns undefined if it cannot be read.
 */
export async function readBase(
  releases: string,
  id: string,
  known: FileList | undefined,
): Promise<FileList | undefined> {
  const name = findManifest(releases, id)?.base
  if (name === undefined || name === known?.name) return known
  const files = new Map<string, ReleaseFile>()
  try {
    for await (const line of createInterface(createReadStream(join(getStoreDir(releases), name)))) {
      if (line === '[' || line === ']') continue
      // Lists of older versions are one line.
      const isWhole = line.startsWith('[[')
      const entries: [string, ReleaseFile][] = JSON.parse(
        isWhole ? line : `[${line.replace(/,$/, '')}]`,
      )
      for (const [path, file] of entries) files.set(path, file)
    }
  } catch {
    return undefined
  }
  return { name, files }
}

/** @returns the text of a file; empty if the file does not exist. @throws Error if it cannot be read. */
async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  }
}

/** A release cannot be served if its manifest is no JSON. */
function parseManifest(text: string): Partial<Manifest> {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    return {}
  }
}

/** The name of a file in the store, within the JSON of a list. */
const STORED = /"etag":"\\"([\w-]+)\\""/g

/**
 * Lists the names in the store of all files of releases, and of the lists that they are based on. Such a list has
 * megabytes in a large shop, and most releases share it. So each is read once, and only its names are looked for.
 * @throws Error if a list cannot be read, because its files would count as unused.
 */
export async function listUsedFiles(releases: string, ids: string[]): Promise<Set<string>> {
  const used = new Set<string>()
  const read = new Set<string>()
  for (const id of ids) {
    const { base, changes = [] } = parseManifest(await readText(join(releases, id, MANIFEST)))
    for (const [, file] of changes) if (file) used.add(toStoreName(file))
    if (base === undefined || read.has(base)) continue
    read.add(base)
    used.add(base)
    const list = await readText(join(getStoreDir(releases), base))
    for (const [, name = ''] of list.matchAll(STORED)) {
      used.add(name)
    }
  }
  return used
}

function findList(releases: string, name: string): FileList | undefined {
  const entries = findJson<[string, ReleaseFile][]>(join(getStoreDir(releases), name))
  return entries && { name, files: new Map(entries) }
}
