import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const NGINX = '/usr/sbin/nginx'

/** Installs nginx where this user may. @returns whether there is one. */
export function ensureNginx(): boolean {
  if (!existsSync(NGINX) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    try {
      execFileSync('apt-get', ['update'], { stdio: 'ignore' })
      execFileSync('apt-get', ['install', '-y', 'nginx-light'], { stdio: 'ignore' })
    } catch {
      // Without a package source the test is skipped.
    }
  return existsSync(NGINX)
}
