import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { projectRoot } from '#tests/helpers/site-process.ts'
import { runCommand, runNodeScript } from './run-command.ts'

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function installed(): string | undefined {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
  const places = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...places, chromium.executablePath()].find((file) => file !== '' && isExecutable(file))
}

const isDebianRoot = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

async function install(): Promise<string | undefined> {
  process.stdout.write('No Chromium here yet: installing one.\n')
  await runNodeScript(join(projectRoot, 'node_modules/@playwright/test/cli.js'), [
    'install',
    'chromium',
  ])
  const own = installed()
  if (own || !isDebianRoot()) return own
  await runCommand('apt-get', ['update', '-qq'])
  await runCommand('apt-get', ['install', '-y', '-qq', 'chromium', 'chromium-headless-shell'], {
    DEBIAN_FRONTEND: 'noninteractive',
  })
  return installed()
}

/**
 * A Chromium to test with: CHROMIUM_PATH, one of this machine, Playwright's own, or one installed
 * now.
 * @throws Error with one sentence when no browser can be found or installed.
 */
export async function ensureBrowser(): Promise<string> {
  const given = process.env['CHROMIUM_PATH']
  if (given && !isExecutable(given))
    throw new Error(`CHROMIUM_PATH names no program (${given}): correct it, or leave it unset.`)
  const found = given ?? installed() ?? (await install())
  if (found) return found
  throw new Error('No browser to test with: install Chromium, or set CHROMIUM_PATH to one.')
}

/**
 * Debian's Chromium without windows, which takes a fifth less processor time; '' where it is not
 * installed, or where CHROMIUM_PATH names the browser.
 */
export const findHeadlessShell = (): string =>
  process.env['CHROMIUM_PATH'] === undefined && isExecutable(HEADLESS_SHELL) ? HEADLESS_SHELL : ''
