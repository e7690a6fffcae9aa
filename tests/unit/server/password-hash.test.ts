import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { projectRoot } from '#tools/site-process.ts'

const HASH_TEN_TIMES = `
  import { readEnv } from '#src/server/core/env.ts'
  import { hashPassword } from '#src/server/shop/auth/password-hash.ts'
  const env = readEnv({})
  const before = process.memoryUsage.rss()
  for (let count = 0; count < 10; count++) await hashPassword(env, 'seven lamps of amer')
  process.stdout.write(String(process.memoryUsage.rss() - before))
`

test('hashes of the default memory leave the process at its size', () => {
  const args = ['--input-type=module', '--eval', HASH_TEN_TIMES]
  const growth = Number(execFileSync(process.execPath, args, { cwd: projectRoot }).toString())
  expect(growth / 2 ** 20).toBeLessThan(48)
})
