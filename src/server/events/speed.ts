import type { PageSpeed } from '#src/contract/figures.ts'
import { PAGE_KINDS, WEB_VITALS, type WebVital } from '#src/contract/values.ts'
import { DAY_MS, WEB_VITALS_DAYS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { isWorse, MIN_COMPARED_VISITS, toVisitFigure } from '#src/rules/web-vitals.ts'
import type { WebVitalCountRow } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import * as queries from './queries.ts'

const LISTED_BUILDS = 10

/** A build is named by the first letters of the key of the compiled site: of code and settings. */
export const toBuildId = (compiled = ''): string => compiled.slice(0, 8)

type Counts = Omit<WebVitalCountRow, 'day' | 'build'>[]

/** The figures of every kind of page that has one. */
function toPageSpeeds(rows: Counts): PageSpeed[] {
  const byKind = Map.groupBy(rows, (row) => row.page_kind)
  return PAGE_KINDS.filter((page) => byKind.has(page)).map((page) => {
    const byVital = Map.groupBy(byKind.get(page) ?? [], (row) => row.metric)
    const toFigure = (vital: WebVital) =>
      toVisitFigure(
        vital,
        (byVital.get(vital) ?? []).map((row) => ({ ...row, visits: Number(row.visits) })),
      )
    return { page, lcp: toFigure('lcp'), inp: toFigure('inp'), cls: toFigure('cls') }
  })
}

type BuildSpeed = { build: string; since: string; pages: PageSpeed[] }

/** What is worse than in the newest of the builds before that had visits enough to compare. */
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

async function listBuilds({ db, now }: Deps): Promise<BuildSpeed[]> {
  const rows = await queries.listWebVitalsByBuild(
    db,
    toIndianDay(now() - (WEB_VITALS_DAYS - 1) * DAY_MS),
  )
  const published = new Map(
    (await queries.listFirstPublished(db)).map((row) => [
      toBuildId(row.compiled),
      Number(row.published_at),
    ]),
  )
  const publishedAt = ({ build }: BuildSpeed) => published.get(build) ?? 0
  return [...Map.groupBy(rows, ({ build }) => build)]
    .map(([build, counts]) => ({
      build,
      since: counts.map(({ since }) => since).sort()[0] ?? '',
      pages: toPageSpeeds(counts),
    }))
    .sort((a, b) => b.since.localeCompare(a.since) || publishedAt(b) - publishedAt(a))
}

/** The Core Web Vitals of the last `days` days, and of each build. */
export async function readSpeed(deps: Deps, days: number) {
  const since = toIndianDay(deps.now() - (days - 1) * DAY_MS)
  const builds = await listBuilds(deps)
  return {
    pages: toPageSpeeds(await queries.listWebVitals(deps.db, since)),
    builds: builds
      .map((build, at) => ({ ...build, worse: listWorse(build, builds.slice(at + 1)) }))
      .slice(0, LISTED_BUILDS),
  }
}
