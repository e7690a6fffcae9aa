import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#tools/site-process.ts'

/** Runs a script as if this Node had another version. */
function runAs(version: string, script: string) {
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(versions)}`, script]
  return spawnSync(process.execPath, args, { cwd: projectRoot, encoding: 'utf8' })
}

const SENTENCE = /^Kairavi needs Node 24, and this is Node 20\.20\.2: [^\n]+\n$/

test.each(['src/run/require-node.js', 'src/run/start.js'])(
  '%s refuses an old Node with one sentence',
  (script) => {
    const { status, stderr } = runAs('20.20.2', script)
    expect(stderr).toMatch(SENTENCE)
    expect(status).toBe(1)
  },
)

test('the Node of the project passes', () => {
  expect(runAs(process.versions.node, 'src/run/require-node.js').status).toBe(0)
})

test('start.js imports nothing that an old Node lacks before the sentence', () => {
  const source = readFileSync(join(projectRoot, 'src/run/start.js'), 'utf8')
  const imported = [...source.matchAll(/^import (.+)$/gm)].map(([, text]) => text)
  expect(imported).toEqual(["'./require-node.js'", "{ fileURLToPath } from 'node:url'"])
})
