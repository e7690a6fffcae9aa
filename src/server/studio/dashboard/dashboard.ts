import { DAY_MS } from '#src/rules/constants.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { productPath } from '#src/rules/paths.ts'
import { listReplacedTexts } from '../../core/content/read-content.ts'
import type { Deps } from '../../core/deps.ts'
import { getCatalogRevision } from '../../core/publish-requests/queries.ts'
import { listDoubledCodes } from '../../shop/catalog/code-queries.ts'
import { countContactMessages } from '../../shop/contact/queries.ts'
import { getVisitCounts } from '../../shop/events/visit-counts.ts'
import { countReviews } from '../../shop/reviews/queries.ts'
import { readOrderCounts } from '../orders/list-orders.ts'
import { readOrderFigures } from '../orders/order-figures.ts'
import { listBrokenLinks } from '../save/broken-links.ts'
import * as queries from './queries.ts'

const DAYS = 30
const LISTED = 20
/** A launch is scheduled for a year ahead at most. */
const MISSED_DAYS = 2 * 366
const PRODUCT_PATH = productPath('')

/** What waits for the team, which every page of the studio shows. */
export async function countWaiting(deps: Deps) {
  const { db } = deps
  const messages = await queries.countMessages(db)
  return {
    messages: Number(messages.find(({ state }) => state === 'new')?.count ?? 0),
    reviews: await countReviews(db, { state: 'pending' }),
    orders: await readOrderCounts(deps),
  }
}

/**
 * Creates the reader of the dashboard. Broken links are looked for in the JSON of every product, so
 * their figure is kept until the catalogue changes.
 */
export function createDashboard(deps: Deps) {
  const { db } = deps
  let broken:
    | {
        revision: number
        figure: queries.Figure
        links: Awaited<ReturnType<typeof listBrokenLinks>>
      }
    | undefined

  async function getBroken() {
    const revision = await getCatalogRevision(db)
    if (broken?.revision !== revision) {
      const figure = await queries.countBrokenRelated(db)
      broken = { revision, figure, links: await listBrokenLinks(db) }
    }
    return broken
  }

  async function getPageViews() {
    await getVisitCounts(deps).flush()
    const today = deps.now()
    const days: { day: string; views: number }[] = []
    const byPath = new Map<string, number>()
    for (let ago = DAYS - 1; ago >= 0; ago--) {
      const day = toIndianDay(today - ago * DAY_MS)
      let total = 0
      for (const { path, views } of await queries.listViewsOfDay(db, day)) {
        byPath.set(path, (byPath.get(path) ?? 0) + views)
        total += views
      }
      days.push({ day, views: total })
    }
    const pages = [...byPath]
      .map(([path, views]) => ({ path, views }))
      .sort((a, b) => b.views - a.views || (a.path < b.path ? -1 : 1))
    const isProduct = ({ path }: { path: string }) => path.startsWith(PRODUCT_PATH)
    const slugOf = (path: string) => path.slice(PRODUCT_PATH.length)
    const products = pages.filter(isProduct).slice(0, LISTED)
    const viewed = await queries.listViewedProducts(
      db,
      products.map(({ path }) => slugOf(path)),
    )
    const bySlug = new Map(viewed.map((product) => [product.viewed, product]))
    return {
      days,
      total: days.reduce((sum, { views }) => sum + views, 0),
      pages: pages.filter((page) => !isProduct(page)).slice(0, LISTED),
      products: products.map(({ path, views }) => {
        const product = bySlug.get(slugOf(path))
        return {
          path: product?.archived_at === null ? productPath(product.slug) : '',
          title: product?.title ?? slugOf(path),
          views,
        }
      }),
    }
  }

  return async () => {
    const broken = await getBroken()
    const messages = new Map(
      (await queries.countMessages(db)).map(({ state, count }) => [state, Number(count)]),
    )
    return {
      lowStock: await queries.countLowStock(db),
      soldOut: await queries.countSoldOut(db),
      noPicture: await queries.countWithoutPicture(db),
      missingAlt: await queries.countMissingAlt(db),
      brokenRelated: broken.figure,
      brokenLinks: broken.links,
      unpublished: await queries.countUnpublished(db),
      failedMails: await queries.countFailedMails(db),
      messages: {
        new: messages.get('new') ?? 0,
        open: messages.get('open') ?? 0,
        overdue: await countContactMessages(db, { overdue: 'true', now: deps.now() }),
      },
      orders: await readOrderCounts(deps),
      orderFigures: await readOrderFigures(deps),
      pendingReviews: await countReviews(db, { state: 'pending' }),
      doubledCodes: (await listDoubledCodes(db, LISTED)).map(({ id, title, code }) => ({
        id,
        title,
        code,
      })),
      replacedTexts: await listReplacedTexts(db),
      missedLaunches: await queries.listMissedLaunches(
        db,
        deps.now() - MISSED_DAYS * DAY_MS,
        LISTED,
      ),
      scheduled: await queries.countScheduled(db),
      pageViews: await getPageViews(),
    }
  }
}
