import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Node strips the types of every imported file. The cache saves that at the next start, with the
// memory that it takes; threads and child processes read the variable. Without types of its own,
// since the cache is of no use to the file that enables it.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../.cache/node', import.meta.url))
enableCompileCache(process.env['NODE_COMPILE_CACHE'])
await import('./run-shop.ts')
