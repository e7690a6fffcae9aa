import { type Kysely, sql } from 'kysely'

/** A column says that an editor has to check a draft. Until now its `problem` began with a certain sentence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('overlay')
    .addColumn('needs_check', 'integer', (column) => column.defaultTo(0).notNull())
    .execute()
  await sql`update overlay set needs_check = 1
    where problem like 'The version that this draft was made from is deleted.%'`.execute(db)
  await sql`update overlay set problem = '' where needs_check = 1 and launch_id not in (
    select id from launch where published_at is not null and undone_at is null)`.execute(db)
}
