import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { printLine } from '#src/run/console-output.ts'
import { projectRoot } from '#tests/helpers/site-process.ts'

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The machine's own, or Playwright's. */
function findInstalled(): string | undefined {
  const { stdout } = spawnSync('which', NAMES, { encoding: 'utf8' })
  return [...(stdout?.split('\n') ?? []), chromium.executablePath()].find(existsSync)
}

const run = (command: string, args: string[]): Promise<unknown> =>
  promisify(execFile)(command, args, {
    cwd: projectRoot,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).catch(() => undefined)

async function install(): Promise<string | undefined> {
  printLine('No Chromium here yet: installing one.')
  await run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
  const own = findInstalled()
  if (own || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return own
  await run('apt-get', ['update'])
  await run('apt-get', ['install', '-y', 'chromium', 'chromium-headless-shell'])
  return findInstalled()
}

/**
 * A Chromium to test with: CHROMIUM_PATH, one of this machine, Playwright's own, or one installed
 * now.
 * @throws Error with one sentence when no browser can be found or installed.
 */
export async function ensureBrowser(): Promise<string> {
  const path = process.env['CHROMIUM_PATH']
  if (path && !existsSync(path))
    throw new Error(`CHROMIUM_PATH names no program (${path}): correct it, or leave it unset.`)
  const found = path ?? findInstalled() ?? (await install())
  if (found) return found
  throw new Error('No browser to test with: install Chromium, or set CHROMIUM_PATH to one.')
}

/**
 * Debian's Chromium without windows, which takes a fifth less processor time; '' where it is not
 * installed, or where CHROMIUM_PATH names the browser.
 */
export const findHeadlessShell = (): string =>
  process.env['CHROMIUM_PATH'] === undefined && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : ''
