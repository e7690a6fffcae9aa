import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { renderDocs, sectionNames } from '#scripts/docs.ts'
import { readEnv } from '#src/server/env.ts'
import { projectRoot } from './helpers/site-process.ts'

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')

describe('what the documents list from the code', () => {
  test('is up to date: else run npm run docs', async () => {
    const { files, names } = await renderDocs()
    for (const [file, text] of files) expect(text, file).toBe(read(file))
    expect(names.toSorted()).toEqual(sectionNames.toSorted())
  })

  test('has every setting of the server with its default', () => {
    const lines = read('.env.example').matchAll(/^([A-Z][A-Z_]+)=(.*)$/gm)
    const given = Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
    // What is set makes the rest of the schema's keys.
    const { PREVIEW: _, INBOX_KEY: _key, ...defaults } = readEnv({})
    const { PREVIEW: _2, INBOX_KEY: _key2, ...written } = readEnv(
      Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, value?.replaceAll('"', '') ?? '']),
      ),
    )
    expect(written).toEqual(defaults)
    const schema = /const schema = z\.object\(\{\n([\s\S]*?)\n\}\)/.exec(read('src/server/env.ts'))
    for (const [, name = ''] of (schema?.[1] ?? '').matchAll(/^ {2}([A-Z_]+):/gm))
      expect(Object.keys(given)).toContain(name)
  })
})
