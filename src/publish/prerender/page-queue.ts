/** Who renders what: each place may be taken once, by whichever thread comes first. */
export interface PageQueue {
  buffer: SharedArrayBuffer
  claim: (index: number) => boolean
}

/** Claims on `count` places, or on those of a buffer that another thread made. */
export function createPageQueue(given: number | SharedArrayBuffer): PageQueue {
  const shared = typeof given === 'number' ? new SharedArrayBuffer(given) : given
  const taken = new Uint8Array(shared)
  return { buffer: shared, claim: (index) => Atomics.compareExchange(taken, index, 0, 1) === 0 }
}
