/** Who renders what: each place may be taken once, by whichever thread comes first. */
export interface Claims {
  shared: SharedArrayBuffer
  take: (index: number) => boolean
}

/** Claims on `count` places, or on those of a buffer that another thread made. */
export function claims(given: number | SharedArrayBuffer): Claims {
  const shared = typeof given === 'number' ? new SharedArrayBuffer(given) : given
  const taken = new Uint8Array(shared)
  return { shared, take: (index) => Atomics.compareExchange(taken, index, 0, 1) === 0 }
}
