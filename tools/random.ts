/** Numbers that look random and are the same for the same seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0

  /** From 0 up to 1, 1 excluded. */
  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  const whole = (from: number, to: number): number =>
    from + Math.floor(fraction() * (to - from + 1))

  const shuffled = <T>(all: readonly T[]): T[] =>
    all
      .map((item) => ({ item, order: fraction() }))
      .toSorted((a, b) => a.order - b.order)
      .map(({ item }) => item)

  return { fraction, whole, shuffled }
}
export type Random = ReturnType<typeof createRandom>
