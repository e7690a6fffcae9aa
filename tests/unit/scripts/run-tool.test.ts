import { writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runTool } from '#scripts/test/run-tool.ts'
import { createTempDir } from '#tools/temp-dir.ts'

test('a tool adds its niceness to that of its caller', async () => {
  using folder = createTempDir()
  const script = join(folder.path, 'tool.mjs')
  writeFileSync(
    script,
    `import { getPriority } from 'node:os'
     process.send({ title: String(getPriority()), passed: true, seconds: 0, errors: [] })`,
  )
  const results = await runTool('a tool', script, [], {}, 3)
  expect(results.map(({ title }) => title)).toEqual([String(Math.min(getPriority() + 3, 19))])
})
