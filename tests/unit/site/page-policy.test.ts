import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import idle from 'astro/client/idle.prebuilt.js'
import visible from 'astro/client/visible.prebuilt.js'
import developmentIsland from 'astro/runtime/server/astro-island.prebuilt-dev.js'
import { expect, test } from 'vitest'
import { dropUnusedHashes } from '#src/publish/render/page-policy.ts'

const toSource = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

test('the policy of a page allows no inline script of Astro that pages do not have', () => {
  const [unused, used, last] = [idle, visible, developmentIsland].map(toSource)
  const policy = `default-src 'none'; script-src 'self' ${unused} ${used} ${last}; style-src 'self'`
  expect(dropUnusedHashes(policy)).toBe(
    `default-src 'none'; script-src 'self' ${used}; style-src 'self'`,
  )
})

test('no component has a directive whose script the policy does not allow', () => {
  const users = globSync('src/**/*.astro').filter((file) =>
    /\sclient:(?:idle|load|media|only)\b/.test(readFileSync(file, 'utf8')),
  )
  expect(users).toEqual([])
})
