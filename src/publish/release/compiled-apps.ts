import { readdirSync, readFileSync } from 'node:fs'
import { cp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CompiledSite, createCompiledFolder, type SiteRoute } from '../render/compile.ts'
import { findCompiledKey } from './release.ts'
import { flush, flushFolder, listReleases } from './releases.ts'

/**
 * App that renders pages of a release on demand. It is stored beside the releases, in `compiled/<key>`, because a
 * process that only serves has no compiled site.
 */
export interface CompiledApp extends Pick<CompiledSite, 'code' | 'env'> {
  /** The module with the app. */
  entry: string
  routes: SiteRoute[]
}

const getCompiledDir = (releases: string): string => join(releases, 'compiled')

const DESCRIPTION = 'app.json'

/** @returns undefined if the folder of releases has no app with that key. */
export function findCompiledApp(releases: string, key: string): CompiledApp | undefined {
  const folder = join(getCompiledDir(releases), key)
  try {
    const text = readFileSync(join(folder, DESCRIPTION), 'utf8')
    return { ...(JSON.parse(text) as CompiledApp), entry: join(folder, 'server/entry.mjs') }
  } catch {
    return undefined
  }
}

/**
 * Stores the app of a compiled site beside the releases, unless it is there, and removes apps that no release names.
 * The caller must hold the publish lock.
 */
export async function storeCompiledApp(
  releases: string,
  { key, code, env, entry, routes }: CompiledSite,
): Promise<void> {
  const all = getCompiledDir(releases)
  const isComplete = () => findCompiledApp(releases, key) !== undefined
  if (isComplete()) return
  await createCompiledFolder(join(all, key), isComplete, async (part) => {
    await cp(dirname(entry), join(part, 'server'), { recursive: true })
    await writeFile(join(part, DESCRIPTION), JSON.stringify({ code, env, routes }))
    await flushFolder(part)
  })
  await flush(all)
  // Also removes leftovers of killed publishers.
  const used = new Set([key, ...listReleases(releases).map((id) => findCompiledKey(releases, id))])
  const unused = readdirSync(all).filter((name) => !used.has(name))
  for (const name of unused) await rm(join(all, name), { recursive: true, force: true })
}
