import { get, set } from 'react-hook-form'
import { expect } from 'vitest'
import { DEFAULT_IDS } from '#src/content/defaults.ts'
import { parseContentId } from '#src/contract/content.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import { ENTRY_FIELD_NAMES } from '#src/contract/entry.ts'
import { compareVersions, mergeVersions } from '#src/editing/merge-versions.ts'
import { toRecordFields } from '#src/studio/content/content-form.ts'
import { test } from '#tests/helpers/api-test.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { createCatalogEntry } from '#tools/products.ts'
import { createRandom } from '#tools/random.ts'

type Body = Record<string, unknown>

interface Version {
  revision: number
  body: Body
}

/** A record, with the fields of its form. */
interface Form {
  path: string
  names: string[]
}

const toContentForm = (id: string): Form => {
  const { kind = 'home' } = parseContentId(id) ?? {}
  return { path: `/editor/content/${id}`, names: toRecordFields(kind).names }
}

const toVersion = ({ revision, ...saved }: Body): Version => ({
  revision: revision as number,
  body: (saved['entry'] ?? saved['body']) as Body,
})

async function read(editor: ApiClient, { path }: Form): Promise<Version> {
  const { body } = await editor.get(path)
  return structuredClone(toVersion(body.record ?? body.product))
}

const save = (editor: ApiClient, { path }: Form, { revision, body }: Version) =>
  editor.put(path, path.includes('/content/') ? { revision, body } : { revision, ...body })

/** A change of a field: another sentence, or another order. Undefined for what has a fixed form. */
function change(value: unknown, text: string): unknown {
  if (typeof value === 'string') return /\p{L} /u.test(value) ? text : undefined
  return Array.isArray(value) && value.length > 1 ? [...value.slice(1), value[0]] : undefined
}

/** PostgreSQL has the same merge, and takes four times as long. */
const INTERLEAVINGS = process.env['TEST_DATABASE_URL'] ? 30 : 200

test(`${INTERLEAVINGS} interleavings of two editors lose nothing, and each conflict names who and when`, async ({
  editor,
  admin,
}) => {
  const editors = [editor, admin] as const
  const entry = createCatalogEntry({ slug: 'shared' })
  const { product } = (await editors[0].post('/editor/products', entry)).body
  const kinds = new Set(Object.keys(CONTENT_KINDS))
  const ids = DEFAULT_IDS.filter((id) => kinds.delete(id.split(':')[0] ?? ''))
  const edited: Form = { path: `/editor/products/${product.id}`, names: [...ENTRY_FIELD_NAMES] }
  const forms = [edited, ...ids.map(toContentForm)]
  const random = createRandom(26)
  let conflicts = 0

  for (let round = 0; round < INTERLEAVINGS; round++) {
    const form = forms[round % forms.length] as Form
    const bases = [await read(editors[0], form), await read(editors[1], form)]
    const fields = form.names.filter((name) => change(get(bases[0]?.body, name), '') !== undefined)
    if (fields.length === 0) continue
    const expected = new Map<string, Set<string>>()
    // Both type into some fields, and save in either order.
    const order = random.whole(0, 1) === 0 ? [0, 1] : [1, 0]
    for (const who of order) {
      const base = bases[who] as Version
      const mine = structuredClone(base)
      for (let edit = 0; edit <= random.whole(0, 2); edit++) {
        const name = fields[random.whole(0, fields.length - 1)] as string
        const value = change(get(mine.body, name), `Text ${round} of ${who}`)
        set(mine.body, name, value)
        expected.set(name, new Set([...(expected.get(name) ?? []), JSON.stringify(value)]))
      }
      const saving = editors[who as 0 | 1]
      let answer = await save(saving, form, mine)
      if (answer.status === 409) {
        conflicts++
        const theirs = toVersion(answer.body.current)
        const merge = compareVersions(form.names, base.body, mine.body, theirs.body)
        const [latest] = (await saving.get(`${form.path}/history`)).body.versions
        expect(latest).toMatchObject({ revision: theirs.revision, savedBy: 'Asha Rao' })
        expect(Date.parse(latest.savedAt)).toBeGreaterThan(0)
        // What both changed is asked for; everything else is merged.
        const choices = Object.fromEntries(
          merge.clashes.map((name) => {
            const side = random.whole(0, 1) === 0 ? ('mine' as const) : ('theirs' as const)
            const value: unknown = get(side === 'mine' ? mine.body : theirs.body, name)
            expected.set(name, new Set([JSON.stringify(value)]))
            return [name, side]
          }),
        )
        const body = mergeVersions(merge, mine.body, theirs.body, choices)
        answer = await save(saving, form, { revision: theirs.revision, body })
      }
      expect(answer.status, answer.text).toBe(200)
    }
    const { body } = await read(editors[0], form)
    for (const [name, texts] of expected) {
      const value: unknown = get(body, name)
      expect(texts, `${form.path} ${name}`).toContain(JSON.stringify(value))
    }
  }
  expect(conflicts).toBeGreaterThan(INTERLEAVINGS / 2)
}, 300_000)
