import './require-node.js'
import { fileURLToPath } from 'node:url'

// glibc keeps freed blocks of up to 32 MB per thread. Fourteen pictures of 49 megapixels left the process 430 MB
// larger, but only 20 MB with a fixed threshold. glibc reads the variable when a process starts.
const THRESHOLD = 'MALLOC_TRIM_THRESHOLD_'
if (process.platform === 'linux' && process.env[THRESHOLD] === undefined) {
  const { execPath, execArgv, argv, env } = process
  const args = [execPath, ...execArgv, ...argv.slice(1)]
  process.execve?.(execPath, args, { ...env, [THRESHOLD]: String(128 * 1024) })
}

// Node strips the types of every imported file. The cache saves that time and memory at the next
// start; threads and child processes read the variable too. This file is JavaScript, because the
// cache does not cover the file that enables it.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../.cache/node', import.meta.url))
// In an old Node, a static import of this function would fail before the message about the version.
const { enableCompileCache } = await import('node:module')
enableCompileCache(process.env['NODE_COMPILE_CACHE'])
await import('./run-shop.ts')
