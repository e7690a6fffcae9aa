import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { cpSync, globSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PublishError } from '#src/publish/publish-error.ts'
import type { ReleaseFile } from '#src/publish/release/release-files.ts'
import { getReleasesDir } from '#src/publish/release/releases.ts'
import { createCompiledFolder, describeCompiledFiles } from '#src/publish/render/compile.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { acquireLock } from '#src/server/core/db/file-lock.ts'

/** What the studio is made of: another content is another studio. */
const SOURCES = [
  'package-lock.json',
  'src/assets/fonts/*',
  'src/assets/renditions/*.webp',
  'src/islands/header/ThemeToggle.tsx',
  'src/islands/page-frame/toaster.css',
  'src/page-scripts/{first-paint,ignore-transition-errors}.js',
  'src/run/studio/*',
  'src/stores/theme.ts',
  'src/{api-client,contract,rules,studio,styles,ui}/**',
  'tsconfig.json',
]
/** Compiled studios that are kept. */
const KEPT = 3
const FILES = 'files.json'

/** A compiled studio: its files by URL path below `/studio`. */
export interface CompiledStudio {
  key: string
  folder: string
  files: Record<string, ReleaseFile>
}

export interface CompileStudioOptions {
  root: string
  dataDir: string
  onProgress: (line: string) => void
  signal?: AbortSignal | undefined
}

/** Beside the releases, so that a machine that serves them has it. */
const getStudiosDir = (dataDir: string): string => join(getReleasesDir(dataDir), 'studio')

/**
 * The key of the studio that is compiled from this code.
 * @public for tests.
 */
export function toStudioKey(root: string): string {
  const lines = globSync(SOURCES, { cwd: root })
    .filter((path) => statSync(join(root, path)).isFile())
    .sort()
    .map((path) => `${path}\0${hash('sha256', readFileSync(join(root, path)), 'hex')}`)
  return hash('sha256', lines.join('\n'), 'hex').slice(0, 32)
}

/** @returns the names of the folders of complete studios, the one used last first. */
function listStudios(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^[0-9a-f]{32}$/.test(name))
      .map((name) => ({ name, usedAt: statSync(join(folder, name)).mtimeMs }))
      .sort((a, b) => b.usedAt - a.usedAt)
      .map(({ name }) => name)
  } catch {
    return []
  }
}

function readStudio(folder: string, key: string): CompiledStudio | undefined {
  try {
    const files = readFileSync(join(folder, key, FILES), 'utf8')
    return { key, folder: join(folder, key), files: JSON.parse(files) as CompiledStudio['files'] }
  } catch {
    return undefined
  }
}

/** Time between two looks for the studio of this version. */
const POLL_INTERVAL_MS = 1_000

/**
 * Finds the studio of this version of the code, which another process compiles, and that of another version
 * until then.
 * @param show called with each, the last one at most once.
 */
export async function followStudio(
  { root, dataDir, onProgress, signal }: CompileStudioOptions,
  show: (studio: CompiledStudio) => void,
): Promise<void> {
  const folder = getStudiosDir(dataDir)
  const key = toStudioKey(root)
  const find = () => readStudio(folder, key) ?? readStudio(folder, listStudios(folder)[0] ?? '')
  let shown = find()
  if (shown) show(shown)
  if (shown?.key !== key)
    onProgress(
      `The studio of this version is not compiled yet. Until npm start has compiled it, ${shown ? 'that of another version is shown' : 'no studio is shown'}.`,
    )
  while (shown?.key !== key) {
    await sleep(POLL_INTERVAL_MS, undefined, { signal, ref: false })
    const found = find()
    if (found && found.key !== shown?.key) show(found)
    shown = found ?? shown
  }
}

/** Creates `folder/key`, unless it is there, and removes old ones. */
async function createStudio(
  folder: string,
  key: string,
  write: (part: string) => Promise<void> | void,
): Promise<CompiledStudio> {
  const known = readStudio(folder, key)
  if (known) utimesSync(known.folder, new Date(), new Date())
  else {
    const isComplete = () => readStudio(folder, key) !== undefined
    await createCompiledFolder(join(folder, key), isComplete, write)
  }
  const complete = listStudios(folder)
  const isOld = (name: string) =>
    (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - DAY_MS
  // The parts of killed processes, beside old ones; another process may be writing a younger part.
  const parts = readdirSync(folder).filter((name) => !complete.includes(name) && isOld(name))
  for (const name of [...complete.slice(KEPT), ...parts])
    rmSync(join(folder, name), { recursive: true, force: true })
  const created = readStudio(folder, key)
  if (!created) throw new PublishError('The compiled studio was removed: start again.')
  return created
}

async function runViteBuild(root: string, outDir: string, signal?: AbortSignal): Promise<void> {
  const child = fileURLToPath(new URL('./compile-studio-child.ts', import.meta.url))
  const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' }
  try {
    await promisify(execFile)(process.execPath, [child, outDir], {
      cwd: root,
      env,
      ...(signal && { signal }),
    })
  } catch (error) {
    signal?.throwIfAborted()
    const { stderr = '' } = error as { stderr?: string }
    const reason = stderr.split('\n').find((line) => /error/i.test(line)) ?? String(error)
    throw new PublishError(`The studio could not be built: ${reason.trim().slice(0, 400)}`)
  }
  await describeCompiledFiles(outDir, join(outDir, FILES))
}

/**
 * Compiles the studio with Vite, unless it is compiled already, and puts a copy beside the releases, where
 * `npm run serve` finds it.
 * @throws PublishError with Vite's reason.
 */
export async function compileStudio(options: CompileStudioOptions): Promise<CompiledStudio> {
  const { root, dataDir, onProgress, signal } = options
  const key = toStudioKey(root)
  const all = join(root, '.cache/studio')
  // Another process of this checkout may compile the same one.
  const unlock = await acquireLock(`${all}.lock`, () => {}, signal)
  const compiled = await createStudio(all, key, async (target) => {
    onProgress('Compiling the studio.')
    await runViteBuild(root, target, signal)
  }).finally(unlock)
  return createStudio(getStudiosDir(dataDir), key, (target) =>
    cpSync(compiled.folder, target, { recursive: true }),
  )
}
