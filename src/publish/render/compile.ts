import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '#src/rules/constants.ts'
import { acquireLock } from '#src/server/core/db/file-lock.ts'
import { PublishError, toBuildError } from '../publish-error.ts'
import { describeFolder, precompress, type ReleaseFile } from '../release/release-files.ts'

/** Length of the output that an error message may quote. */
const MAX_OUTPUT_LENGTH = 16 * 1024
/** Compiled sites to keep, in addition to those of the last day. */
const KEPT = 4

/** A route of `src/pages`. */
export interface SiteRoute {
  /** E.g. `/product/[slug]`. */
  pattern: string
  params: string[]
  isPage: boolean
}

/** The site without its pages, which depend on the catalogue. */
export interface CompiledSite {
  /** Hash of code and settings. */
  key: string
  /** Hash of the code alone, and the variables that the pages depend on. */
  code: string
  env: Record<string, string>
  /** Module with the app (compiled-app.ts). */
  entry: string
  /** The folder of scripts, styles and other files, and the files by URL path. */
  client: string
  files: Record<string, ReleaseFile>
  routes: SiteRoute[]
}

export interface CompileOptions extends Pick<CompiledSite, 'key' | 'code' | 'env'> {
  root: string
  onProgress: (line: string) => void
  signal?: AbortSignal | undefined
}

interface BuildExit {
  code: number | null
  signal: NodeJS.Signals | null
  /** Its last line is the reason of a failure (compile-child.ts). */
  output: string
}

function waitForExit(child: ChildProcess): Promise<BuildExit> {
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    output = (output + chunk).slice(-MAX_OUTPUT_LENGTH)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, output }))
  })
}

function formatReason({ signal, output }: BuildExit): string {
  if (signal) return `its process was ended by ${signal}, perhaps because memory ran out`
  return output.trim().split('\n').at(-1) || 'it gave no reason'
}

/** Variables of Vite's tools, which Astro would take for variables of this build. */
const VITE_VARIABLES = ['BASE_URL', 'DEV', 'MODE', 'PROD', 'SSR']

/** Runs Astro's build in a child process, which exits with this one. */
async function runAstroBuild({ root, env, signal }: CompileOptions, outDir: string): Promise<void> {
  signal?.throwIfAborted()
  const child = fork(new URL('./compile-child.ts', import.meta.url), [outDir], {
    cwd: root,
    env: {
      ...process.env,
      ...Object.fromEntries(VITE_VARIABLES.map((name) => [name, undefined])),
      ...env,
      NODE_ENV: 'production',
      NO_COLOR: '1',
      ASTRO_TELEMETRY_DISABLED: '1',
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const kill = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', kill)
  const exit = await waitForExit(child)
  signal?.removeEventListener('abort', kill)
  signal?.throwIfAborted()
  if (exit.code !== 0) throw toBuildError(formatReason(exit), root)
}

/** Browsers detect another version of the site by the bytes of its service worker. */
function writeVersion(worker: string, key: string): void {
  try {
    writeFileSync(worker, readFileSync(worker, 'utf8').replaceAll('__BUILD__', key.slice(0, 16)))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

/** Folder of the compiled sites, by their keys. */
const COMPILED = '.cache/compiled'

/** @returns undefined if the site is not compiled in this checkout. */
function read(
  folder: string,
  { key, code, env }: Pick<CompiledSite, 'key' | 'code' | 'env'>,
): CompiledSite | undefined {
  const parse = <T>(name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T
  try {
    const files = parse<CompiledSite['files']>('files.json')
    // Marks it as used, so that it is kept for another day.
    utimesSync(folder, new Date(), new Date())
    const entry = join(folder, 'server/entry.mjs')
    const client = join(folder, 'client')
    return { key, code, env, entry, client, files, routes: parse('routes.json') }
  } catch {
    return undefined
  }
}

/** Removes compiled sites that were not used for a day, and the leftovers of killed publishers. */
function prune(folder: string): void {
  const old = readdirSync(folder)
    .map((name) => {
      // Another publisher may have renamed or removed its part meanwhile.
      const stats = statSync(join(folder, name), { throwIfNoEntry: false })
      return { name, usedAt: stats?.mtimeMs ?? Date.now() }
    })
    .sort((a, b) => b.usedAt - a.usedAt)
    .slice(KEPT)
    .filter(({ usedAt }) => usedAt < Date.now() - DAY_MS)
  for (const { name } of old) rmSync(join(folder, name), { recursive: true, force: true })
}

/**
 * Compiles the site with Astro, unless it is compiled for this code and these settings.
 * @throws PublishError with the reason of Astro.
 */
export async function compile(options: CompileOptions): Promise<CompiledSite> {
  const { root, key, signal } = options
  const all = join(root, COMPILED)
  const folder = join(all, key)
  const find = () => read(folder, options)
  const known = find()
  if (known) return known
  // Without the lock, two processes would compile the same site and share the processor.
  const unlock = await acquireLock(`${all}.lock`, () => {}, signal)
  try {
    const isComplete = () => find() !== undefined
    if (!isComplete()) {
      options.onProgress('Compiling the site.')
      await createCompiledFolder(folder, isComplete, async (part) => {
        prune(all)
        await runAstroBuild(options, part)
        const client = join(part, 'client')
        mkdirSync(client, { recursive: true })
        writeVersion(join(client, 'sw.js'), key)
        await describeCompiledFiles(client, join(part, 'files.json'))
      })
    }
    const compiled = find()
    if (!compiled) throw new PublishError('The compiled site was removed: publish again.')
    return compiled
  } finally {
    unlock()
  }
}

/**
 * Creates a folder in one step: it is written elsewhere and then renamed. If another publisher creates the same one,
 * the first that is complete stays.
 */
export async function createCompiledFolder(
  folder: string,
  isComplete: () => boolean,
  write: (part: string) => Promise<void> | void,
): Promise<void> {
  const part = `${folder}.${randomUUID()}`
  // Other users can read it, unlike a temporary folder: another machine may serve it as another user.
  mkdirSync(part, { recursive: true })
  try {
    await write(part)
    if (isComplete()) return
    rmSync(folder, { recursive: true, force: true })
    renameSync(part, folder)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

/** Compresses the files of a folder, and writes the list that describes them. */
export async function describeCompiledFiles(folder: string, listPath: string): Promise<void> {
  const files = describeFolder(folder)
  await precompress(folder, files)
  writeFileSync(listPath, JSON.stringify(files))
}
