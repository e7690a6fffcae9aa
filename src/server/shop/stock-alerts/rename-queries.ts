import type { Db } from '../../core/db/schema.ts'

/** @returns the choices of a product that are waited for, each once. */
export const listAlertVariants = async (db: Db, productId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('stock_alert')
      .select('variant')
      .distinct()
      .where('product_id', '=', productId)
      .execute()
  ).map(({ variant }) => variant)

/** Lets alerts wait for the choice by the name that it has now. */
export async function renameAlerts(
  db: Db,
  productId: string,
  from: string,
  to: string,
): Promise<void> {
  const alertsOf = (variant: string) =>
    db
      .selectFrom('stock_alert')
      .select('user_id')
      .where('product_id', '=', productId)
      .where('variant', '=', variant)
  await db
    .deleteFrom('stock_alert')
    .where('product_id', '=', productId)
    .where('variant', '=', to)
    .where('user_id', 'in', alertsOf(from))
    .execute()
  await db
    .updateTable('stock_alert')
    .set({ variant: to })
    .where('product_id', '=', productId)
    .where('variant', '=', from)
    .execute()
}
