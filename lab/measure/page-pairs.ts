import { median } from './percentile.ts'

/**
 * Figures by which two commits are compared. A figure has changed if the median difference is at
 * least `step` and most pairs differ in the same direction. A change for the worse beyond
 * `regression` or `regressionShare` fails the comparison.
 */
export const FIGURES = {
  largestPaint: { title: 'largest paint', unit: 'ms', step: 10, regressionShare: 0.03 },
  blocking: { title: 'blocking', unit: 'ms', step: 10, regression: 30 },
  shift: { title: 'layout shift', unit: '', step: 0.001 },
  performance: { title: 'performance', unit: '', step: 1 },
  bytes: { title: 'bytes', unit: 'kB', step: 0.3 },
  requests: { title: 'requests', unit: '', step: 1 },
  scripts: { title: 'scripts', unit: 'kB', step: 0.3 },
  scriptRequests: { title: 'script requests', unit: '', step: 1 },
} as const satisfies Record<string, Figure>

interface Figure {
  title: string
  unit: string
  step: number
  regression?: number
  regressionShare?: number
}

type FigureName = keyof typeof FIGURES
type Load = Record<FigureName, number>

interface Move {
  figure: FigureName
  from: number
  to: number
  isRegression: boolean
}

/** Minimum share of pairs that differ in the direction of their median. */
const MIN_AGREEMENT = 0.8

/** Lists the figures of a page that differ between two commits, by pairs of loads. */
export function comparePages(before: Load[], after: Load[]): Move[] {
  return (Object.entries(FIGURES) as [FigureName, Figure][]).flatMap(([figure, limits]) => {
    const from = before.map((load) => load[figure])
    const to = after.map((load) => load[figure])
    const differences = to.map((value, index) => value - (from[index] ?? Number.NaN))
    const difference = median(differences)
    const agreeing = differences.filter((value) => Math.sign(value) === Math.sign(difference))
    if (Math.abs(difference) < limits.step) return []
    if (agreeing.length < differences.length * MIN_AGREEMENT) return []
    const { regression = Infinity, regressionShare = Infinity } = limits
    const isRegression = difference >= regression || difference / median(from) >= regressionShare
    return [{ figure, from: median(from), to: median(to), isRegression }]
  })
}
