import { globSync, readFileSync } from 'node:fs'

/** The priorities that threads of this process have, each once, as `nice` has them. On Linux. */
export const listThreadPriorities = (): Set<number> =>
  new Set(
    globSync('/proc/self/task/*/stat').map((file) => {
      // The name of a thread, in brackets, may have spaces.
      const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return Number(fields[16])
    }),
  )
