import { type Kysely, sql } from 'kysely'

/** Rating and number of reviews are computed from reviews: the figures that editors typed go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('review')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (col) => col.references('user.id').onDelete('cascade'))
    .addColumn('author', 'text', (col) => col.notNull())
    .addColumn('stars', 'integer', (col) => col.notNull().check(sql`stars between 1 and 5`))
    .addColumn('title', 'text', (col) => col.notNull())
    .addColumn('text', 'text', (col) => col.notNull())
    .addColumn('is_verified_purchase', 'integer', (col) => col.notNull())
    .addColumn('state', 'text', (col) =>
      col.notNull().check(sql`state in ('pending', 'approved', 'rejected')`),
    )
    .addColumn('reason', 'text', (col) => col.notNull())
    .addColumn('written_at', 'bigint', (col) => col.notNull())
    .addUniqueConstraint('review_once', ['product_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('review_of_product')
    .on('review')
    .columns(['product_id', 'state', 'written_at', 'id'])
    .execute()
  await db.schema
    .createIndex('review_by_state')
    .on('review')
    .columns(['state', 'written_at', 'id'])
    .execute()
  await db.schema.createIndex('review_of_user').on('review').column('user_id').execute()
  await db.schema.alterTable('product').dropColumn('rating').execute()
  await db.schema.alterTable('product').dropColumn('review_count').execute()
}
