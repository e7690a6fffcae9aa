import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

interface Tables {
  contact_message: { id: string; number: string | null }
}

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const STEP = 500

/**
 * Messages get a number for their sender, and the times at which they were acknowledged and settled. For those of
 * before, both are the time of the last word.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('contact_message').addColumn('number', 'text').execute()
  for (const column of ['acknowledged_at', 'settled_at'])
    await db.schema.alterTable('contact_message').addColumn(column, 'bigint').execute()
  await sql`update contact_message set acknowledged_at = last_message_at where state <> 'new'`.execute(
    db,
  )
  await sql`update contact_message set settled_at = last_message_at where state = 'done'`.execute(
    db,
  )
  await numberMessages(db as Kysely<Tables>)
  await db.schema
    .createIndex('contact_message_by_number')
    .on('contact_message')
    .column('number')
    .unique()
    .execute()
}

async function numberMessages(db: Kysely<Tables>): Promise<void> {
  const taken = new Set<string>()
  for (;;) {
    const rows = await db
      .selectFrom('contact_message')
      .select('id')
      .where('number', 'is', null)
      .limit(STEP)
      .execute()
    for (const { id } of rows) {
      let number = createNumber()
      while (taken.has(number)) number = createNumber()
      taken.add(number)
      await db.updateTable('contact_message').set({ number }).where('id', '=', id).execute()
    }
    if (rows.length < STEP) return
  }
}

const createNumber = (): string =>
  `KT-${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
