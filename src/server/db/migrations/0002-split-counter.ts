import { type Kysely, sql } from 'kysely'

const BIG = 'bigint'

/** Gives rate limits, nonces and known devices a table each, with the rows they had in `counter`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rate_limit')
    .addColumn('key', 'text', (col) => col.primaryKey())
    .addColumn('count', 'integer', (col) => col.notNull())
    .addColumn('expires_at', BIG, (col) => col.notNull())
    .execute()
  await db.schema
    .createTable('oidc_nonce')
    .addColumn('nonce_hash', 'text', (col) => col.primaryKey())
    .addColumn('expires_at', BIG, (col) => col.notNull())
    .execute()
  await db.schema
    .createTable('known_device')
    .addColumn('email_hash', 'text', (col) => col.notNull())
    .addColumn('token_hash', 'text', (col) => col.notNull())
    .addColumn('expires_at', BIG, (col) => col.notNull())
    .addPrimaryKeyConstraint('known_device_once', ['email_hash', 'token_hash'])
    .execute()
  // Keys were nonce-of:<hash>, known:<email hash>:<token hash> and <rate limit>:<hash>; both hashes
  // of a device are 64 hex digits.
  await sql`insert into oidc_nonce (nonce_hash, expires_at)
    select substr(key, 10), expires_at from counter where key like 'nonce-of:%'`.execute(db)
  await sql`insert into known_device (email_hash, token_hash, expires_at)
    select substr(key, 7, 64), substr(key, 72), expires_at from counter
    where key like 'known:%'`.execute(db)
  await sql`insert into rate_limit (key, count, expires_at)
    select key, count, expires_at from counter
    where key not like 'nonce-of:%' and key not like 'known:%'`.execute(db)
  await db.schema.dropTable('counter').execute()
}
