import { expect, test } from 'vitest'
import { DAY_MS } from '#src/rules/constants.ts'
import { insertAuditEntry } from '#src/server/admin/audit-queries.ts'
import { deleteExpired } from '#src/server/delete-expired.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

test('deletes what is over, from every table of the rules', async () => {
  await using shop = await createTestApp()
  const { deps } = shop
  const logged: unknown[] = []
  deps.log = (...line) => void logged.push(line)
  for (const [subject, days] of [
    ['old', 401],
    ['kept', 399],
  ] as const)
    await insertAuditEntry(deps.db, {
      ...{ at: deps.now() - days * DAY_MS, actor_id: null, action: 'staff', subject },
    })
  await deleteExpired(deps)
  // A table that cannot be cleaned up is logged only.
  expect(logged).toEqual([])
  const entries = await deps.db.selectFrom('audit_entry').select('subject').execute()
  expect(entries).toEqual([{ subject: 'kept' }])
})
