import { expect, test } from 'vitest'
import { runCommand } from '#tools/site-process.ts'

test.each([[['']], [[]]])('a restore of %j asks for the name of a backup', async (args) => {
  const { code, stderr } = await runCommand('src/run/restore.ts', {}, args).exited
  expect(stderr).toContain('Name the backup: npm run restore -- ')
  expect(code).toBe(1)
})
