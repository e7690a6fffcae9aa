import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '#tools/site-process.ts'
import { createTempDir } from '#tools/temp-dir.ts'

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')

describe('the gate', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

  test('runs every static check before the tests and ends at a failure', () => {
    const lines = read('.ci/run').split('\n')
    const at = ['set -euo pipefail', 'export CI=true', 'npm ci', 'npm run check', 'npm test'].map(
      (line) => lines.indexOf(line),
    )
    expect(at).not.toContain(-1)
    expect(at).toEqual(at.toSorted((a, b) => a - b))
    expect(scripts['check']).toMatch(/^run-p .*check:\*$/)
    const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'))
    const kinds = ['types', 'lint', 'format', 'dead', 'copies', 'spec', 'commits']
    expect(checks.toSorted()).toEqual(kinds.map((kind) => `check:${kind}`).toSorted())
  })
})

describe('the check of commit subjects', () => {
  const hook = join(projectRoot, '.githooks/commit-msg')
  const run = async (...args: string[]) =>
    await promisify(execFile)('sh', [hook, ...args]).then(
      () => '',
      ({ stderr }: { stderr: string }) => stderr,
    )

  test('takes 72 characters and refuses 73', async () => {
    using folder = createTempDir()
    const file = join(folder.path, 'message')
    writeFileSync(file, `cart: ${'₹'.repeat(66)}\n\n${'a body '.repeat(30)}\n`)
    expect(await run(file)).toBe('')
    writeFileSync(file, `cart: ${'₹'.repeat(67)}\n`)
    expect(await run(file)).toContain('at most 72 characters')
  })

  test('covers each commit of a clone', async () => {
    using folder = createTempDir()
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.example', ...args], {
        cwd: folder.path,
      })
    const runThere = () => promisify(execFile)('sh', [hook], { cwd: folder.path })
    git('init', '-q')
    git('commit', '-q', '--allow-empty', '-m', 'cart: count pieces')
    await runThere()
    git('commit', '-q', '--allow-empty', '-m', `cart: ${'x'.repeat(67)}`)
    git('commit', '-q', '--allow-empty', '-m', 'cart: show the sum')
    await expect(runThere()).rejects.toThrow('x'.repeat(67))
  })
})
