import { expect, test } from 'vitest'
import { createCheckpoints } from '#src/server/core/db/checkpoints.ts'
import type { SqliteConnection } from '#src/server/core/db/sqlite.ts'

/** What writes the log back after a commit, where it has these pages. */
async function findWriter(log: number, checkpointed: number, hasFailed = false) {
  const ran: string[] = []
  const counts = { log: hasFailed ? 1_000 : log, checkpointed: hasFailed ? 0 : checkpointed }
  const writer: SqliteConnection = {
    execute: <Row>() => ({ rows: [counts as Row] }),
    run(statement) {
      if (statement.includes('passive')) ran.push('commit')
    },
    isInTransaction: () => false,
    close() {},
  }
  const checkpoint = async () => {
    ran.push('thread')
    if (ran.length === 1 && hasFailed) throw new Error('It fails.')
  }
  const checkpoints = createCheckpoints(writer, { checkpoint, end: async () => {} })
  if (hasFailed) {
    checkpoints.afterCommit()
    await new Promise(setImmediate)
    Object.assign(counts, { log, checkpointed })
  }
  ran.length = 0
  checkpoints.afterCommit()
  // A second commit while the thread works leaves it to the thread.
  if (ran[0] === 'thread') checkpoints.afterCommit()
  return ran
}

test.for([
  { log: 999, checkpointed: 0, by: [] },
  { log: 15_999, checkpointed: 15_500, by: [] },
  { log: 1_000, checkpointed: 0, by: ['thread'] },
  { log: 15_000, checkpointed: 13_000, by: ['thread'] },
  // A commit of a large change.
  { log: 40_000, checkpointed: 0, by: ['thread'] },
  // The thread cannot reach the end of a log that others write to.
  { log: 16_001, checkpointed: 16_000, by: ['commit'] },
  { log: 40_000, checkpointed: 39_501, by: ['commit'] },
  { log: 40_000, checkpointed: 39_500, by: [] },
  { log: 40_000, checkpointed: 39_000, by: ['thread'] },
])(
  'a log of $log pages, $checkpointed of them in the file, is written by $by',
  async ({ log, checkpointed, by }) => {
    expect(await findWriter(log, checkpointed)).toEqual(by)
  },
)

test('a commit writes what the thread has failed to write', async () => {
  expect(await findWriter(999, 0, true)).toEqual([])
  expect(await findWriter(2_000, 0, true)).toEqual(['commit'])
})
