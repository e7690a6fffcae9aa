import type { PageSpeed } from '#src/contract/figures.ts'
import { PAGE_KINDS, WEB_VITALS, type WebVital } from '#src/contract/values.ts'
import { isWorse, MIN_COMPARED_VISITS, toVisitFigure } from '#src/editing/web-vitals.ts'
import { DAY_MS, WEB_VITALS_DAYS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import type { Deps } from '../../core/deps.ts'
import * as queries from './queries.ts'
import type { WebVitalCountRow } from './tables.ts'

const LISTED_BUILDS = 10

/** A build is named by the first letters of the key of the compiled site, which depends on code and settings. */
export const toBuildId = (compiled = ''): string => compiled.slice(0, 8)

type Count = Omit<WebVitalCountRow, 'day' | 'build'>

/** Visits by kind of page, metric and bucket. */
type Sums = Map<string, Count>

function addCount(sums: Sums, count: Count): void {
  const key = `${count.page_kind} ${count.metric} ${count.bucket}`
  const sum = sums.get(key)
  if (sum) sum.visits += count.visits
  else sums.set(key, { ...count })
}

/** Returns the measurements of all kinds of pages that have any. */
function toPageSpeeds(sums: Sums): PageSpeed[] {
  const byKind = Map.groupBy(sums.values(), (count) => count.page_kind)
  return PAGE_KINDS.filter((page) => byKind.has(page)).map((page) => {
    const byVital = Map.groupBy(byKind.get(page) ?? [], (count) => count.metric)
    const toFigure = (vital: WebVital) => toVisitFigure(vital, byVital.get(vital) ?? [])
    return { page, lcp: toFigure('lcp'), inp: toFigure('inp'), cls: toFigure('cls') }
  })
}

type BuildSpeed = { build: string; since: string; pages: PageSpeed[] }

/** Lists metrics that are worse than in the newest earlier build with enough visits. */
const listWorse = ({ pages }: BuildSpeed, earlier: BuildSpeed[]) =>
  pages.flatMap(({ page, ...figures }) =>
    WEB_VITALS.flatMap((vital) => {
      const now = figures[vital]
      const before = earlier
        .map((build) => build.pages.find((other) => other.page === page)?.[vital])
        .find((figure) => figure && figure.visits >= MIN_COMPARED_VISITS)
      return now && before && isWorse(vital, now, before)
        ? [{ page, vital, p75: now.p75, before: before.p75 }]
        : []
    }),
  )

/** Sums visits of the last `days` days, and of each build in all days. */
async function sumVisits({ db, now: clock }: Deps, days: number) {
  const now = clock()
  const recent: Sums = new Map()
  const builds = new Map<string, { since: string; sums: Sums }>()
  for (let ago = WEB_VITALS_DAYS - 1; ago >= 0; ago--) {
    const day = toIndianDay(now - ago * DAY_MS)
    for (const { build, ...count } of await queries.listWebVitalsOfDay(db, day)) {
      const ofBuild = builds.get(build) ?? { since: day, sums: new Map() }
      builds.set(build, ofBuild)
      addCount(ofBuild.sums, count)
      if (ago < days) addCount(recent, count)
    }
  }
  return { recent, builds }
}

/** Returns the Core Web Vitals of the last `days` days, and of each build. */
export async function readSpeed(deps: Deps, days: number) {
  const { recent, builds } = await sumVisits(deps, days)
  const published = new Map(
    (await queries.listFirstPublished(deps.db)).map((row) => [
      toBuildId(row.compiled),
      Number(row.published_at),
    ]),
  )
  const publishedAt = ({ build }: BuildSpeed) => published.get(build) ?? 0
  const speeds = [...builds]
    .map(([build, { since, sums }]): BuildSpeed => ({ build, since, pages: toPageSpeeds(sums) }))
    .sort((a, b) => b.since.localeCompare(a.since) || publishedAt(b) - publishedAt(a))
  return {
    pages: toPageSpeeds(recent),
    builds: speeds
      .map((build, index) => ({ ...build, worse: listWorse(build, speeds.slice(index + 1)) }))
      .slice(0, LISTED_BUILDS),
  }
}
