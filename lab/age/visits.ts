import type { CatalogEntry } from '#src/contract/entry.ts'
import { PAGE_KINDS, type PageKind, WEB_VITALS } from '#src/contract/values.ts'
import { SCALES, toBucket } from '#src/editing/web-vitals.ts'
import { DAY_MS, SEARCHES_DAYS, WEB_VITALS_DAYS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { paths, productPath, shopPagePath } from '#src/rules/paths.ts'
import { toBuildId } from '#src/server/shop/events/speed.ts'
import { type Aging, times } from './aging.ts'

const VISITS = 1_000_000
const BUILD_DAYS = 10

/** Sorts counts by day, then by key, i.e. in the order of the primary key. */
const sortByKey = (counts: Map<string, number>): [string, number][] =>
  [...counts].sort(([a], [b]) => (a < b ? -1 : 1))

/** Adds visits and searches as stored: counts by day. */
export async function addVisits(aging: Aging, entries: CatalogEntry[]): Promise<void> {
  const { now, days, scale, pick, pickPopular, fraction, whole, daysAgo, toHash, insert } = aging
  const categories = [...new Set(entries.map(({ category }) => category.toLowerCase()))]
  const others = [paths.home, paths.shop, paths.cart, paths.about, '/404']
  const listings = categories.map((category) => shopPagePath(1, category))
  const views = new Map<string, number>()
  const vitals = new Map<string, number>()
  const count = (counts: Map<string, number>, parts: (string | number)[]) => {
    const key = parts.join('\n')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (let visit = 0; visit < scale(VISITS); visit++) {
    const visitedAt = daysAgo(days)
    const isOfProduct = fraction() < 0.6
    const path = isOfProduct
      ? productPath(pickPopular(entries).slug)
      : pick(fraction() < 0.5 ? others : listings)
    count(views, [toIndianDay(visitedAt), path])
    const age = (now - visitedAt) / DAY_MS
    if (age > WEB_VITALS_DAYS - 1) continue
    const kind: PageKind = isOfProduct ? 'product' : pick(PAGE_KINDS)
    const build = toBuildId(toHash('compiled', Math.floor(age / BUILD_DAYS)))
    for (const metric of WEB_VITALS) {
      const bucket = toBucket(metric, SCALES[metric].good * 2 * fraction() ** 2)
      count(vitals, [toIndianDay(visitedAt), kind, build, metric, bucket])
    }
  }
  await insert(
    'page_view_count',
    sortByKey(views).map(([key, views]) => {
      const [day = '', path = ''] = key.split('\n')
      return { day, path, views }
    }),
  )
  await insert(
    'web_vital_count',
    sortByKey(vitals).map(([key, visits]) => {
      const [day = '', kind, build = '', metric, bucket] = key.split('\n')
      return {
        day,
        page_kind: kind as PageKind,
        build,
        metric: metric as 'lcp',
        bucket: Number(bucket),
        visits,
      }
    }),
  )
  await insert(
    'search_count',
    times(scale(20_000), (index) => ({
      day: toIndianDay(now - (index % SEARCHES_DAYS) * DAY_MS),
      query: `${pick(entries).title} ${index}`.toLowerCase(),
      searches: whole(1, 40),
      without_results: index % 7 === 0 ? 1 : 0,
    })),
  )
}
