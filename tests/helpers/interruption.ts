import type { KyselyPlugin } from 'kysely'

/** Calls `interrupt` before the statement after the one with the number `last`, and before each later one. */
export function createInterruption(last: number, interrupt: () => void): KyselyPlugin {
  let count = 0
  return {
    transformQuery({ node }) {
      if (++count > last) interrupt()
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
