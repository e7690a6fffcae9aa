import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One process after the other, since apt-get fails while another one holds its lists. */
const LOCK = join(tmpdir(), 'kairavi-apt-get.lock')

/** What keeps a machine without a way to the packages from waiting for them. */
const OPTIONS = '-o Acquire::Retries=0 -o Acquire::http::Timeout=20 -o DPkg::Lock::Timeout=120'

const SCRIPT = `apt-get ${OPTIONS} update; exec apt-get ${OPTIONS} install -y "$@"`

/** A command, its arguments and its environment. */
type Command = [file: string, args: string[], options: { env: NodeJS.ProcessEnv }]

/** Returns whether `npm test -- --no-install` forbids to install anything. */
export const isInstallForbidden = (): boolean => process.env['NO_INSTALL'] === 'true'

/** Returns the command that installs Debian packages, or undefined if this user may not install any. */
export function toInstallCommand(...names: string[]): Command | undefined {
  if (isInstallForbidden() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return ['flock', [LOCK, 'sh', '-c', SCRIPT, 'sh', ...names], { env }]
}
