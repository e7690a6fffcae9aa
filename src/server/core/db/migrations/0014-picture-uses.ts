import { type Kysely, sql } from 'kysely'

interface Key {
  /** Columns of the version or the draft, with their types. */
  columns: [name: string, type: 'text' | 'integer'][]
  /** The JSON that names pictures. */
  json: string
}

const OWNERS: Record<string, Key> = {
  product_version: {
    columns: [
      ['product_id', 'text'],
      ['revision', 'integer'],
    ],
    json: 'entry',
  },
  content_version: {
    columns: [
      ['record_id', 'text'],
      ['revision', 'integer'],
    ],
    json: 'body',
  },
  launch_item: {
    columns: [
      ['launch_id', 'text'],
      ['record_id', 'text'],
    ],
    json: 'body',
  },
}

/** Rows that are in memory at once. */
const STEP = 50
const HASH = /"([\da-f]{32})"/g

/**
 * Which pictures versions and drafts have. So far, the cleanup of pictures looked for each one in the JSON of all of
 * them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [owner, key] of Object.entries(OWNERS)) {
    await createUses(db, owner, key)
    await fillUses(db, owner, key)
    await db.schema
      .createIndex(`${owner}_picture_by_picture`)
      .on(`${owner}_picture`)
      .column('picture_hash')
      .execute()
  }
}

async function createUses(db: Kysely<unknown>, owner: string, { columns }: Key): Promise<void> {
  const names = columns.map(([name]) => name)
  let table = db.schema.createTable(`${owner}_picture`)
  for (const [name, type] of columns) table = table.addColumn(name, type, (col) => col.notNull())
  await table
    .addColumn('picture_hash', 'text', (col) => col.notNull())
    .addPrimaryKeyConstraint(`${owner}_picture_once`, [...names, 'picture_hash'] as never)
    .addForeignKeyConstraint(
      `${owner}_picture_of_${owner}`,
      names as never,
      owner,
      names as never,
      // A record that gets another id takes its versions and drafts along.
      (key) => key.onDelete('cascade').onUpdate('cascade'),
    )
    .execute()
}

type Values = (string | number)[]

async function fillUses(db: Kysely<unknown>, owner: string, { columns, json }: Key): Promise<void> {
  const names = columns.map(([name]) => name)
  const key = sql.join(names.map((name) => sql.ref(name)))
  let after: Values | undefined
  for (;;) {
    const { rows } = await sql<Record<string, string | number>>`
      select ${key}, ${sql.ref(json)} as json from ${sql.table(owner)}
      ${after ? sql`where (${key}) > (${sql.join(after)})` : sql``}
      order by ${key} limit ${STEP}`.execute(db)
    const uses = rows.flatMap((row) => {
      const values = names.map((name) => row[name] ?? '')
      const hashes = [...String(row['json']).matchAll(HASH)].map(([, hash = '']) => hash)
      return [...new Set(hashes)].map((hash): Values => [...values, hash])
    })
    if (uses.length > 0)
      await sql`insert into ${sql.table(`${owner}_picture`)} (${key}, picture_hash)
        values ${sql.join(uses.map((values) => sql`(${sql.join(values)})`))}`.execute(db)
    const last = rows.at(-1)
    if (!last || rows.length < STEP) return
    after = names.map((name) => last[name] ?? '')
  }
}
