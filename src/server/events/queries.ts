import type { PageViewRow } from '../db/schema.ts'
import type { Db } from '../deps.ts'

export async function insertPageView(db: Db, row: PageViewRow): Promise<void> {
  await db.insertInto('page_view').values(row).execute()
}

export async function deletePageViewsBefore(db: Db, time: number): Promise<void> {
  await db.deleteFrom('page_view').where('created_at', '<', time).execute()
}
