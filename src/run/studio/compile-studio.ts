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

/** Sources of the studio. A change of these files requires a new compilation. */
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
/** Number of compiled studios to keep. */
const KEPT_STUDIOS = 3
const FILES = 'files.json'

/** A compiled studio, with its files by path below `/studio`. */
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

/** Next to the releases, so that every machine that serves them has it. */
const getStudiosDir = (dataDir: string): string => join(getReleasesDir(dataDir), 'studio')

/** Returns the key of the studio for this code. @public for tests. */
export function toStudioKey(root: string): string {
  const lines = globSync(SOURCES, { cwd: root })
    .filter((path) => statSync(join(root, path)).isFile())
    .sort()
    .map((path) => `${path}\0${hash('sha256', readFileSync(join(root, path)), 'hex')}`)
  return hash('sha256', lines.join('\n'), 'hex').slice(0, 32)
}

/** Lists the complete studios, the most recently used first. */
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

/** Interval of looking for the studio of this version. */
const POLL_INTERVAL_MS = 1_000

/**
 * Waits for another process to compile the studio of this version, and shows another version until then.
 * @param show called for each studio; the last call has the current version.
 */
export async function followStudio(
  { root, dataDir, onProgress, signal }: CompileStudioOptions,
  show: (studio: CompiledStudio) => void,
): Promise<void> {
  const folder = getStudiosDir(dataDir)
  const key = toStudioKey(root)
  const find = () => readStudio(folder, key) ?? readStudio(folder, listStudios(folder)[0] ?? '')
  let current = find()
  if (current) show(current)
  if (current?.key !== key)
    onProgress(
      `The studio of this version is not compiled yet. Until npm start has compiled it, ${current ? 'that of another version is shown' : 'no studio is shown'}.`,
    )
  while (current?.key !== key) {
    await sleep(POLL_INTERVAL_MS, undefined, { signal, ref: false })
    const found = find()
    if (found && found.key !== current?.key) show(found)
    current = found ?? current
  }
}

/** Creates `folder/key` unless it exists, and removes old ones. */
async function createStudio(
  folder: string,
  key: string,
  write: (part: string) => Promise<void> | void,
): Promise<CompiledStudio> {
  const existing = readStudio(folder, key)
  if (existing) utimesSync(existing.folder, new Date(), new Date())
  else {
    const isComplete = () => readStudio(folder, key) !== undefined
    await createCompiledFolder(join(folder, key), isComplete, write)
  }
  const complete = listStudios(folder)
  const isOld = (name: string) =>
    (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - DAY_MS
  // Removes parts that killed processes left. A younger part may still be written by another process.
  const parts = readdirSync(folder).filter((name) => !complete.includes(name) && isOld(name))
  for (const name of [...complete.slice(KEPT_STUDIOS), ...parts])
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
 * Compiles the studio with Vite, unless that was done, and copies it next to the releases for `npm run serve`.
 * @throws PublishError with Vite's reason.
 */
export async function compileStudio(options: CompileStudioOptions): Promise<CompiledStudio> {
  const { root, dataDir, onProgress, signal } = options
  const key = toStudioKey(root)
  const compiledDir = join(root, '.cache/studio')
  // Another process of this checkout may compile the same studio.
  const unlock = await acquireLock(`${compiledDir}.lock`, () => {}, signal)
  const compiled = await createStudio(compiledDir, key, async (target) => {
    onProgress('Compiling the studio.')
    await runViteBuild(root, target, signal)
  }).finally(unlock)
  return createStudio(getStudiosDir(dataDir), key, (target) =>
    cpSync(compiled.folder, target, { recursive: true }),
  )
}
