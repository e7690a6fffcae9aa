import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects what a large catalogue left behind. This process idles while another builds, and an
 * idle process keeps its garbage: at ten thousand products more than half a gigabyte.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function')
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
