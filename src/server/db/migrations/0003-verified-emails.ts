import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Time that accounts which are unverified now have from now on. */
const GRACE_MS = 7 * 24 * 60 * 60_000

/**
 * Makes the email unique among verified accounts only, gives unverified ones an end, and lets a mail
 * refer to its account. Runs with foreign keys off on SQLite, which rebuilds the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await db.schema.alterTable('user').dropConstraint('user_email_once').execute()
  else await rebuildUserTable(db)
  await db.schema.alterTable('user').addColumn('expires_at', 'bigint').execute()
  await sql`update "user" set expires_at = ${Date.now() + GRACE_MS}
    where email_verified_at is null`.execute(db)
  await db.schema
    .createIndex('user_verified_email_once')
    .unique()
    .on('user')
    .column('email')
    .where(sql.ref('email_verified_at'), 'is not', null)
    .execute()
  await db.schema.createIndex('user_of_email').on('user').column('email').execute()
  await db.schema.createIndex('user_expiry').on('user').column('expires_at').execute()
  await db.schema
    .alterTable('outbox')
    .addColumn('user_id', 'text', (col) => col.references('user.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('outbox_of_user').on('outbox').column('user_id').execute()
}

/** SQLite drops no constraint: the table is copied into one without it, which takes its name. */
async function rebuildUserTable(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    definition: string
  }>`select sql as definition from sqlite_master where type = 'table' and name = 'user'`.execute(db)
  const definition = rows[0]?.definition ?? ''
  const rebuilt = definition
    .replace('"user"', '"user_rebuilt"')
    .replace(', constraint "user_email_once" unique ("email")', '')
  if (rebuilt.includes('user_email_once') || !rebuilt.includes('user_rebuilt'))
    throw new Error(`the table "user" is not as migration 0001 creates it: ${definition}`)
  await sql.raw(rebuilt).execute(db)
  await sql`insert into user_rebuilt select * from "user"`.execute(db)
  await db.schema.dropTable('user').execute()
  await db.schema.alterTable('user_rebuilt').renameTo('user').execute()
  const orphans = await sql`pragma foreign_key_check`.execute(db)
  if (orphans.rows.length > 0)
    throw new Error(`rows refer to no user: ${JSON.stringify(orphans.rows[0])}`)
}
