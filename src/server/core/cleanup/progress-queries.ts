import type { Db } from '../db/schema.ts'

const toName = (job: string): string => `cleanup.${job}`

/** Returns the position of a job that looks at all rows of a table; 0 at its start. */
export async function getProgress(db: Db, job: string): Promise<number> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', toName(job))
    .executeTakeFirst()
  return row?.value ?? 0
}

export const setProgress = (db: Db, job: string, value: number) =>
  db
    .insertInto('setting')
    .values({ name: toName(job), value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
