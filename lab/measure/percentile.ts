/** Returns the value below which a share of the figures lies. */
export const percentile = (figures: number[], share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * share) - 1] ?? 0

export const median = (figures: number[]): number => percentile(figures, 0.5)

/** Returns the median of each figure over several rounds. */
export const medians = <Name extends string>(rounds: Record<Name, number>[]) =>
  Object.fromEntries(
    Object.keys(rounds[0] ?? {}).map((name) => [
      name,
      median(rounds.map((round) => round[name as Name])),
    ]),
  ) as Record<Name, number>
