import { DAY_MS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { getCatalogRevision } from '../catalog/queries.ts'
import { listReplacedTexts } from '../content/read-content.ts'
import type { Deps } from '../deps.ts'
import { getVisitCounts } from '../events/visit-counts.ts'
import { countReviews } from '../reviews/queries.ts'
import * as queries from './dashboard-queries.ts'

const DAYS = 30
const LISTED = 20

type Attention = Awaited<ReturnType<typeof queries.countBrokenRelated>>

/**
 * Creates the reader of the dashboard. Broken links are looked for in the JSON of every product, so
 * their figure is kept until the catalogue changes.
 */
export function createDashboard(deps: Deps) {
  const { db, engine } = deps
  let broken: { revision: number; figure: Attention } | undefined

  async function getBrokenRelated(): Promise<Attention> {
    const revision = await getCatalogRevision(db)
    if (broken?.revision !== revision)
      broken = { revision, figure: await queries.countBrokenRelated(db, engine) }
    return broken.figure
  }

  async function getPageViews() {
    await getVisitCounts(deps).flush()
    const today = deps.now()
    const since = toIndianDay(today - (DAYS - 1) * DAY_MS)
    const counted = await queries.listViewsByDay(db, since)
    const byDay = new Map(counted.map(({ day, views }) => [day, Number(views)]))
    const days = Array.from({ length: DAYS }, (_, index) => {
      const day = toIndianDay(today - (DAYS - 1 - index) * DAY_MS)
      return { day, views: byDay.get(day) ?? 0 }
    })
    const options = { since, limit: LISTED }
    const pages = await queries.listViewsByPage(db, { ...options, products: false })
    const products = await queries.listViewsByPage(db, { ...options, products: true })
    const slugOf = (path: string) => path.slice('/product/'.length)
    const titles = await queries.listTitles(
      db,
      products.map(({ path }) => slugOf(path)),
    )
    const titleBySlug = new Map(titles.map(({ slug, title }) => [slug, title]))
    return {
      days,
      total: days.reduce((sum, { views }) => sum + views, 0),
      pages: pages.map(({ path, views }) => ({ path, views: Number(views) })),
      products: products.map(({ path, views }) => ({
        path,
        title: titleBySlug.get(slugOf(path)) ?? slugOf(path),
        views: Number(views),
      })),
    }
  }

  return async () => {
    const messages = new Map(
      (await queries.countMessages(db)).map(({ state, count }) => [state, Number(count)]),
    )
    return {
      lowStock: await queries.countLowStock(db),
      soldOut: await queries.countSoldOut(db),
      noPicture: await queries.countWithoutPicture(db),
      missingAlt: await queries.countMissingAlt(db),
      brokenRelated: await getBrokenRelated(),
      unpublished: await queries.countUnpublished(db),
      failedMails: await queries.countFailedMails(db),
      messages: { new: messages.get('new') ?? 0, open: messages.get('open') ?? 0 },
      pendingReviews: await countReviews(db, 'pending'),
      replacedTexts: await listReplacedTexts(db),
      scheduled: await queries.countScheduled(db),
      pageViews: await getPageViews(),
    }
  }
}
