import { cpSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'

const BUILDS_DIR = '.cache/builds'

/** The folder that Astro writes a build to. */
export interface BuildDir {
  outDir: string
  /** Moves the finished build to the release. */
  moveIntoPlace(): void
  /** Removes what is left of the folder. */
  remove(): void
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Removes builds whose process has exited. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder))
    if (!isAlive(Number(name.split('.').at(-1))))
      rmSync(join(folder, name), { recursive: true, force: true })
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    cpSync(from, to, { recursive: true })
    rmSync(from, { recursive: true, force: true })
  }
}

/**
 * Creates a build folder for `site`. When Astro writes outside the project it renders from a fixed
 * folder inside it, where two concurrent builds overwrite each other. A `site` outside the project
 * is therefore built in its own folder inside the project and moved.
 */
export function createBuildDir(root: string, site: string): BuildDir {
  if (site.startsWith(resolve(root) + sep))
    return { outDir: site, moveIntoPlace: () => {}, remove: () => {} }
  const builds = join(root, BUILDS_DIR)
  mkdirSync(builds, { recursive: true })
  removeAbandoned(builds)
  const outDir = join(builds, `${Date.now()}.${process.pid}`)
  return {
    outDir,
    moveIntoPlace: () => move(outDir, site),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  }
}
