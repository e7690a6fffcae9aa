import { sql } from 'kysely'
import type { Deps } from '#src/server/core/deps.ts'
import { freezeFormerInvoices } from '#src/server/shop/orders/documents.ts'
import { addAccountRows, addAccounts } from './accounts.ts'
import { type AgeOptions, createAging } from './aging.ts'
import { addContent, addProducts } from './catalog.ts'
import { addPictures } from './pictures.ts'
import { addShopping } from './shopping.ts'
import { addStudioRows } from './studio.ts'
import { addVisits } from './visits.ts'

/**
 * Fills a new shop with the data of a busy one after a year, including pictures. Every table has
 * rows, and some of them are due for the next cleanup.
 */
export async function ageShop(deps: Deps, options: AgeOptions): Promise<void> {
  const aging = createAging(deps, options)
  const accounts = await addAccounts(aging)
  const pictures = await addPictures(aging)
  const products = await addProducts(aging, pictures, accounts)
  await addContent(aging, pictures, accounts)
  await addAccountRows(aging, accounts)
  await addShopping(aging, accounts, products)
  await freezeFormerInvoices(deps)
  await addStudioRows(aging, accounts, products)
  await addVisits(
    aging,
    products.map(({ entry }) => entry),
  )
  // After a year, PostgreSQL has statistics.
  if (deps.engine === 'postgres') await sql`analyze`.execute(deps.db)
}
