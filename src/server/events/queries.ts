import type { PageViewCountRow } from '../db/schema.ts'
import type { Db } from '../deps.ts'

export async function addPageView(
  db: Db,
  { day, path }: Pick<PageViewCountRow, 'day' | 'path'>,
): Promise<void> {
  await db
    .insertInto('page_view_count')
    .values({ day, path, views: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'path'])
        .doUpdateSet((row) => ({ views: row('page_view_count.views', '+', 1) })),
    )
    .execute()
}
