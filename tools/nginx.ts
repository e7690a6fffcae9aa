import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { toNginxConfig } from '#scripts/nginx-server.ts'
import { toInstallCommand } from './debian-packages.ts'
import { findFreePort } from './http-server.ts'

const POLL_MS = 20

const NGINX = '/usr/sbin/nginx'

export const hasNginx = (): boolean => existsSync(NGINX)

/** Installs nginx where this user may. @returns whether there is one. */
export function ensureNginx(): boolean {
  const command = hasNginx() ? undefined : toInstallCommand('nginx-light')
  if (command)
    try {
      const [file, args, options] = command
      execFileSync(file, args, { ...options, stdio: 'ignore' })
    } catch {
      // Without a package source the test is skipped.
    }
  return hasNginx()
}

interface Nginx extends AsyncDisposable {
  port: number
  pid: number
}

/**
 * Serves a site by nginx in one process.
 * @param folder for its own files.
 * @param config the site's part of the configuration.
 */
export const startNginx = (folder: string, config: string): Promise<Nginx> =>
  startNginxWith(folder, (port) => `server { listen 127.0.0.1:${port}; include ${config}; }`)

/** @param toServers the inside of the `http` block. */
export async function startNginxWith(
  folder: string,
  toServers: (port: number) => string,
): Promise<Nginx> {
  const port = await findFreePort()
  const own = join(folder, 'nginx')
  mkdirSync(own, { recursive: true })
  const conf = join(own, 'nginx.conf')
  const http = `keepalive_requests 1000000; ${toServers(port)}`
  writeFileSync(conf, toNginxConfig(own, 'master_process off; error_log stderr;', http))
  const child = spawn(NGINX, ['-c', conf, '-p', own], { stdio: ['ignore', 'ignore', 'pipe'] })
  const output = text(child.stderr)
  const exited = new Promise((resolve) => child.once('close', resolve))
  const isOpen = () =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isOpen())) {
    if (child.exitCode !== null) throw new Error(await output)
    await sleep(POLL_MS)
  }
  return {
    port,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
