import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { printLine } from '#src/run/console-output.ts'
import { toInstallCommand } from '#tests/helpers/debian-packages.ts'
import { projectRoot } from '#tests/helpers/site-process.ts'

/** Debian's. */
const CHROMIUM = '/usr/bin/chromium'
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The machine's own, or Playwright's. */
function findInstalled(): string | undefined {
  const { stdout } = spawnSync('which', NAMES, { encoding: 'utf8' })
  return [...(stdout?.split('\n') ?? []), chromium.executablePath()].find(existsSync)
}

async function installPackages(...names: string[]): Promise<void> {
  const command = toInstallCommand(...names)
  if (command) await promisify(execFile)(...command).catch(() => undefined)
}

async function install(): Promise<string | undefined> {
  printLine('No Chromium here yet: installing one.')
  const args = ['node_modules/@playwright/test/cli.js', 'install', 'chromium']
  await promisify(execFile)(process.execPath, args, { cwd: projectRoot }).catch(() => undefined)
  if (!findInstalled()) await installPackages('chromium')
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

const findHeadlessShell = (): string => (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '')

/**
 * Debian's Chromium without windows, which takes a fifth less processor time. It is installed beside the one with
 * windows, where this user may. @returns '' without one, or where CHROMIUM_PATH names the browser.
 */
export async function ensureHeadlessShell(): Promise<string> {
  if (process.env['CHROMIUM_PATH'] !== undefined) return ''
  if ((await ensureBrowser()) === CHROMIUM && !findHeadlessShell()) {
    printLine('Installing the browser without windows of the same version.')
    await installPackages('chromium-headless-shell')
  }
  return findHeadlessShell()
}
