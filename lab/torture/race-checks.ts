import type { CatalogEntry } from '#src/contract/entry.ts'
import type { CountChange } from '#src/editing/stock-counts.ts'
import { MAX_QUANTITY } from '#src/rules/constants.ts'
import { loadProducts } from '#src/server/studio/save/change.ts'
import { listLiveLaunches } from '#src/server/studio/save/overlay-queries.ts'
import { findOrderErrors } from '#tools/order-errors.ts'
import type { TestApp } from '#tools/test-app.ts'
import type { Notes, RacedProducts } from './race-steps.ts'

type Report = (isTrue: boolean, sentence: string) => void

/** Returns a sentence for each difference between the database and the acknowledged changes. */
export async function findRaceErrors(
  shop: TestApp,
  products: RacedProducts,
  notes: Notes,
): Promise<string[]> {
  const errors: string[] = []
  const expectThat: Report = (isTrue, sentence) => {
    if (!isTrue) errors.push(sentence)
  }
  const counted = await checkVersions(shop, products, notes, expectThat)
  await checkChanges(shop, products, notes, expectThat)
  errors.push(...(await findOrderErrors(shop, counted)))
  await checkAccounts(shop, notes, expectThat)
  return errors
}

const toPieces = (changes: CountChange[]): number =>
  changes.reduce((sum, { from, to }) => sum + (to ?? 0) - (from ?? 0), 0)

/**
 * Checks that the versions of each product are consecutive, and match the acknowledged saves.
 * @returns the items that editors counted.
 */
async function checkVersions(
  { deps: { db } }: TestApp,
  { saved, sold, counted: before }: RacedProducts,
  notes: Notes,
  expectThat: Report,
): Promise<Record<string, number>> {
  const ids = [...saved.map(({ id }) => id), ...sold]
  const rows = await db
    .selectFrom('product_version')
    .selectAll()
    .where('product_id', 'in', ids)
    .orderBy('product_id')
    .orderBy('revision')
    .execute()
  const byProduct = Map.groupBy(rows, ({ product_id }) => product_id)
  const counted: Record<string, number> = {}
  for (const { row, entry } of await loadProducts(db, ids)) {
    const { id, revision } = row
    const versions = byProduct.get(id) ?? []
    const revisions = versions.map((version) => version.revision).join()
    const expected = Array.from({ length: revision }, (_, index) => index + 1).join()
    expectThat(revisions === expected, `Versions of ${id}: ${revisions}.`)
    const entries = versions.map((version) => JSON.parse(version.entry) as CatalogEntry)
    const newest = entries.at(-1)
    const fields = ['tagline', 'subtitle', 'price'] as const
    const isSame = fields.every((field) => newest?.[field] === entry[field])
    expectThat(isSame, `The newest version of ${id} is not the product.`)
    for (const [index, version] of versions.entries()) {
      const isSingle = version.revision > 1 && version.batch_id === null
      const key = `${id} ${version.revision}`
      expectThat(notes.saves.has(key) === isSingle, `${key} is lost, or was not acknowledged.`)
      const tagline = notes.saves.get(key)
      const isKept = tagline === undefined || entries[index]?.tagline === tagline
      expectThat(isKept, `${key} has ${entries[index]?.tagline} in place of ${tagline}.`)
      for (const field of fields)
        expectThat(
          !notes.refused.has(String(entries[index]?.[field])),
          `${key} has the refused ${field} ${entries[index]?.[field]}.`,
        )
    }
    const changes = versions.map(({ counted }) => toPieces(JSON.parse(counted ?? '[]')))
    counted[id] = changes.reduce((sum, change) => sum + change, before.get(id) ?? 0)
  }
  return counted
}

/** Checks that an import or a launch has changed each of its products once, or none. */
async function checkChanges(
  { deps: { db } }: TestApp,
  { saved }: RacedProducts,
  { imports, launches }: Notes,
  expectThat: Report,
): Promise<void> {
  const live = await db
    .selectFrom('launch')
    .select(['id', 'name'])
    .where('published_at', 'is not', null)
    .execute()
  expectThat(live.length === launches.size, `${live.length} launches, ${launches.size} told.`)
  const batches = await db.selectFrom('batch').selectAll().execute()
  const imported = batches.filter(({ summary }) => summary.startsWith('Imported'))
  expectThat(imported.length === imports.size, `${imported.length} imports, ${imports.size} told.`)
  const checkBatch = async (id: string | null, field: 'price' | 'subtitle', value: unknown) => {
    const versions = await db
      .selectFrom('product_version')
      .select(['product_id', 'entry'])
      .where('batch_id', '=', id)
      .execute()
    const isWhole =
      new Set(versions.map(({ product_id }) => product_id)).size === saved.length &&
      versions.length === saved.length &&
      versions.every(({ entry }) => (JSON.parse(entry) as CatalogEntry)[field] === value)
    expectThat(isWhole, `The change to ${String(value)} has ${versions.length} versions.`)
  }
  for (const [batch, price] of imports) await checkBatch(batch, 'price', price)
  const products = await loadProducts(
    db,
    saved.map(({ id }) => id),
  )
  // The launch that started last lies on top, of all products or of none.
  const shown = new Set(products.map(({ live: { entry } }) => entry.subtitle))
  const subtitles = (await listLiveLaunches(db)).map(({ id }) => launches.get(id))
  const ofLaunches = subtitles.length > 0 ? subtitles : [...launches.values()]
  const isOfLaunch = [...shown].every((text) => ofLaunches.includes(text) === subtitles.length > 0)
  expectThat(shown.size === 1 && isOfLaunch, `Shoppers see ${[...shown].join(' and ')}.`)
}

/** Checks that data of accounts exists exactly once. */
async function checkAccounts(
  { deps: { db } }: TestApp,
  { orders, messages, replies }: Notes,
  expectThat: Report,
): Promise<void> {
  const expectOnce = (what: string, keys: string[]) =>
    expectThat(new Set(keys).size === keys.length, `${what} are doubled.`)
  const lines = await db.selectFrom('cart_item').selectAll().execute()
  expectOnce(
    'Lines of carts',
    lines.map(({ user_id, variant_id, selection }) => `${user_id} ${variant_id} ${selection}`),
  )
  const isBounded = lines.every(({ quantity }) => quantity >= 1 && quantity <= MAX_QUANTITY)
  expectThat(isBounded, 'A line of a cart has too many pieces.')
  const reviews = await db.selectFrom('review').select(['user_id', 'product_id']).execute()
  expectOnce(
    'Reviews',
    reviews.map(({ user_id, product_id }) => `${user_id} ${product_id}`),
  )
  const stored = (await db.selectFrom('order').select('number').execute()).map(
    ({ number }) => number,
  )
  expectThat(
    stored.length === orders.size && stored.every((number) => orders.has(number)),
    `${stored.length} orders, ${orders.size} told.`,
  )
  const texts = await db.selectFrom('contact_message').select(['number', 'message']).execute()
  expectThat(texts.length === messages.size, `${texts.length} messages, ${messages.size} told.`)
  expectThat(
    texts.every(({ number, message }) => messages.get(number) === message),
    'A message has the number of another one.',
  )
  const answers = (await db.selectFrom('contact_reply').select('text').execute()).map(
    ({ text }) => text,
  )
  expectOnce('Replies', answers)
  expectThat(
    answers.length === replies.size && answers.every((text) => replies.has(text)),
    `${answers.length} replies, ${replies.size} told.`,
  )
}
