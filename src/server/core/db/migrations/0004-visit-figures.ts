import type { Kysely } from 'kysely'

/** Counts of what visits were like and what was searched for, and the compiled site of a release. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('web_vital_count')
    .addColumn('day', 'text', (col) => col.notNull())
    .addColumn('page_kind', 'text', (col) => col.notNull())
    .addColumn('build', 'text', (col) => col.notNull())
    .addColumn('metric', 'text', (col) => col.notNull())
    .addColumn('bucket', 'integer', (col) => col.notNull())
    .addColumn('visits', 'integer', (col) => col.notNull())
    .addPrimaryKeyConstraint('web_vital_count_once', [
      'day',
      'page_kind',
      'build',
      'metric',
      'bucket',
    ])
    .execute()
  await db.schema
    .createTable('search_count')
    .addColumn('day', 'text', (col) => col.notNull())
    .addColumn('query', 'text', (col) => col.notNull())
    .addColumn('searches', 'integer', (col) => col.notNull())
    .addColumn('without_results', 'integer', (col) => col.notNull())
    .addPrimaryKeyConstraint('search_count_once', ['day', 'query'])
    .execute()
  await db.schema
    .alterTable('release')
    .addColumn('compiled', 'text', (col) => col.notNull().defaultTo(''))
    .execute()
}
