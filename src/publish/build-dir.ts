import { cpSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'

const WORKSHOPS = '.cache/builds'

/** Where Astro writes a build, and how it gets from there to where it is wanted. */
export interface BuildDir {
  outDir: string
  /** Brings the finished build to its place. */
  moveIntoPlace(): void
  /** Takes away what is left of it. */
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

/** Removes builds whose process is gone. */
function sweep(folder: string): void {
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
 * A place to build in for `site`. Astro renders from below the project when it is told to write
 * anywhere else, and there two builds at once would overwrite each other: what is wanted elsewhere
 * is built in a folder of its own below the project first.
 */
export function createBuildDir(root: string, site: string): BuildDir {
  if (site.startsWith(resolve(root) + sep))
    return { outDir: site, moveIntoPlace: () => {}, remove: () => {} }
  const shops = join(root, WORKSHOPS)
  mkdirSync(shops, { recursive: true })
  sweep(shops)
  const outDir = join(shops, `${Date.now()}.${process.pid}`)
  return {
    outDir,
    moveIntoPlace: () => move(outDir, site),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  }
}
