import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// glibc keeps freed blocks of up to 32 MB for each thread: fourteen pictures of 49 megapixels left the
// process 430 MB larger. With a fixed threshold it is 20 MB. The variable is read when a process begins.
const THRESHOLD = 'MALLOC_TRIM_THRESHOLD_'
if (process.platform === 'linux' && process.env[THRESHOLD] === undefined) {
  const { execPath, execArgv, argv, env } = process
  const args = [execPath, ...execArgv, ...argv.slice(1)]
  process.execve?.(execPath, args, { ...env, [THRESHOLD]: String(128 * 1024) })
}

// Node strips the types of every imported file. The cache saves that at the next start, with the
// memory that it takes; threads and child processes read the variable. Without types of its own,
// since the cache is of no use to the file that enables it.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../.cache/node', import.meta.url))
enableCompileCache(process.env['NODE_COMPILE_CACHE'])
await import('./run-shop.ts')
