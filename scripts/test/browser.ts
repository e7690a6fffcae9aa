import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { printLine } from '#src/run/console-output.ts'
import { isInstallForbidden, toInstallCommand } from '#tools/debian-packages.ts'
import { projectRoot } from '#tools/site-process.ts'

/** Paths on Debian. */
const CHROMIUM = '/usr/bin/chromium'
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Finds the Chromium of this machine, or the one that Playwright installed. */
export function findInstalledBrowser(): string | undefined {
  const { stdout } = spawnSync('which', NAMES, { encoding: 'utf8' })
  return [...(stdout?.split('\n') ?? []), chromium.executablePath()].find(existsSync)
}

async function installPackages(...names: string[]): Promise<void> {
  const command = toInstallCommand(...names)
  if (command) await promisify(execFile)(...command).catch(() => undefined)
}

async function install(): Promise<string | undefined> {
  if (isInstallForbidden()) return undefined
  printLine('No Chromium here yet: installing one.')
  const args = ['node_modules/@playwright/test/cli.js', 'install', 'chromium']
  await promisify(execFile)(process.execPath, args, { cwd: projectRoot }).catch(() => undefined)
  if (!findInstalledBrowser()) await installPackages('chromium')
  return findInstalledBrowser()
}

/**
 * Returns a Chromium for tests: CHROMIUM_PATH, one of this machine, or one that it installs.
 * @throws Error with one sentence if no browser can be found or installed.
 */
export async function ensureBrowser(): Promise<string> {
  const path = process.env['CHROMIUM_PATH']
  if (path && !existsSync(path))
    throw new Error(`CHROMIUM_PATH names no program (${path}): correct it, or leave it unset.`)
  const found = path ?? findInstalledBrowser() ?? (await install())
  if (found) return found
  throw new Error('No browser to test with: install Chromium, or set CHROMIUM_PATH to one.')
}

const findHeadlessShell = (): string => (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '')

/**
 * Returns Debian's headless Chromium, which takes a fifth less processor time. Installs it in
 * addition to Debian's Chromium if this user may.
 * @returns '' if there is none, or if CHROMIUM_PATH names the browser.
 */
export async function ensureHeadlessShell(): Promise<string> {
  if (process.env['CHROMIUM_PATH'] !== undefined) return ''
  if ((await ensureBrowser()) === CHROMIUM && !findHeadlessShell() && !isInstallForbidden()) {
    printLine('Installing the browser without windows of the same version.')
    await installPackages('chromium-headless-shell')
  }
  return findHeadlessShell()
}
