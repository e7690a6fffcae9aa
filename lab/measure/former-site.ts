import { execFile } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot, type Site, startSite } from '#tools/site-process.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createEnv } from './site.ts'

const run = promisify(execFile)

const git = async (...args: string[]): Promise<string> =>
  (await run('git', args, { cwd: projectRoot })).stdout.trim()

/**
 * Finds the commit to compare with: BENCH_BASE; otherwise the last commit if there are uncommitted
 * changes, or else the one before it.
 */
async function findFormerCommit(): Promise<string> {
  const changes = await git('status', '--porcelain')
  const base = process.env['BENCH_BASE'] || (changes ? 'HEAD' : 'HEAD~1')
  return git('rev-parse', '--short=12', base)
}

/**
 * Checks out a commit below `.cache`, with links to the packages.
 * @returns the folder.
 */
async function checkOut(commit: string): Promise<string> {
  const folder = join(projectRoot, '.cache/former', commit)
  if (!existsSync(folder)) {
    await git('worktree', 'prune')
    await git('worktree', 'add', '--detach', folder, commit)
  }
  const packages = join(folder, 'node_modules')
  if (existsSync(packages)) return folder
  const hasSamePackages = await git('diff', '--quiet', commit, '--', 'package-lock.json').then(
    () => true,
    () => false,
  )
  if (hasSamePackages) symlinkSync(join(projectRoot, 'node_modules'), packages)
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  return folder
}

/** Starts the shop of the previous commit from its own folder. */
export async function startFormerSite(): Promise<Site & { commit: string }> {
  const commit = await findFormerCommit()
  const folder = await checkOut(commit)
  const data = createTempDir()
  const site = await startSite(await createEnv(data.path), folder)
  return {
    ...site,
    commit,
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      data[Symbol.dispose]()
      await git('worktree', 'remove', '--force', folder)
    },
  }
}
