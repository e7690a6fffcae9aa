import { expect } from 'vitest'
import { DAY_MS } from '#src/rules/constants.ts'
import { insertAuditEntry } from '#src/server/admin/audit-queries.ts'
import { deleteExpired } from '#src/server/delete-expired.ts'
import { test } from '#tests/helpers/api-test.ts'

test('deletes what is over, from every table of the rules', async ({ shop }) => {
  const { db, now } = shop.deps
  const insert = (subject: string, days: number) => {
    const at = now() - days * DAY_MS
    return insertAuditEntry(db, { at, actor_id: null, action: 'staff', subject })
  }
  await insert('old', 401)
  await insert('kept', 399)
  await deleteExpired(shop.deps)
  // A table that cannot be cleaned up is logged only.
  expect(shop.logs).toEqual([])
  const entries = await db.selectFrom('audit_entry').select('subject').execute()
  expect(entries).toEqual([{ subject: 'kept' }])
})
