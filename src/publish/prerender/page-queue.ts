/** Pages shared by two threads: each index can be claimed once. */
export interface PageQueue {
  buffer: SharedArrayBuffer
  claim: (index: number) => boolean
}

/** Creates a queue of `source` pages, or joins the queue of another thread by its buffer. */
export function createPageQueue(source: number | SharedArrayBuffer): PageQueue {
  const buffer = typeof source === 'number' ? new SharedArrayBuffer(source) : source
  const claimed = new Uint8Array(buffer)
  return { buffer, claim: (index) => Atomics.compareExchange(claimed, index, 0, 1) === 0 }
}
