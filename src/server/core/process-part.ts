import type { ProcessName } from '#src/contract/endpoint.ts'

/** One of the processes, or both in one: `npm run dev` and tests. */
export type ProcessPart = ProcessName | 'all'
