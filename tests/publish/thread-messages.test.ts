import { readFileSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  listMessages,
  type PageInput,
  type PageRequest,
  startThread,
} from '#src/publish/render/thread.ts'
import { toBackgroundPriority } from '#src/server/core/thread-priority.ts'
import { createTempDir } from '#tools/temp-dir.ts'

const MAX_ITEMS = 100

const listOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ slug: `item-${index}` }))

const toPage = (path: string, ...inputs: PageInput[]): PageRequest => ({
  path,
  file: path.slice(1),
  inputs,
})

describe('pages that show long lists', () => {
  const all = listOf(1_050)
  const pages = [
    toPage('/search-index.json', ['search ', all], ['content search-pins', { id: 'pins' }]),
    toPage('/feeds/google-0.xml', ['feedPart 0', all.slice(0, 400)]),
    toPage('/feeds/agents-0.json', ['feedPart 0', all.slice(0, 400)]),
    toPage('/shop/bags.md', ['productList bags', { name: 'bags', items: listOf(300) }]),
    ...listOf(250).map(({ slug }) => toPage(`/${slug}`, [`product ${slug}`, { slug }])),
  ]
  const messages = [...listMessages(pages)]

  test('are sent to a thread in messages of a hundred items', () => {
    for (const message of messages)
      if ('items' in message) expect(message.items.length).toBeLessThanOrEqual(MAX_ITEMS)
      else
        for (const { inputs } of message.pages)
          for (const [, value] of inputs)
            if (Array.isArray(value)) expect(value.length).toBeLessThanOrEqual(MAX_ITEMS)
    const counts = messages.flatMap((message) => ('pages' in message ? message.pages.length : []))
    for (const count of counts) expect(count).toBeLessThanOrEqual(MAX_ITEMS)
  })

  test('arrive whole, and a list that two of them show arrives once', () => {
    const lists = new Map<string, unknown[]>()
    const received: PageRequest[] = []
    for (const message of messages)
      if ('items' in message)
        lists.set(message.id, [...(lists.get(message.id) ?? []), ...message.items])
      else received.push(...message.pages)
    expect(lists).toEqual(
      new Map([
        ['search ', all],
        ['feedPart 0', all.slice(0, 400)],
      ]),
    )
    const toValue = ([id, value]: PageInput): PageInput => [id, lists.get(id) ?? value]
    expect(received.map((page) => ({ ...page, inputs: page.inputs.map(toValue) }))).toEqual(pages)
    const isLast = messages.map((message) => 'isLast' in message && message.isLast)
    expect(isLast.indexOf(true)).toBe(messages.length - 1)
  })
})

test('a short list stands with its page', () => {
  const page = toPage('/feeds/new.atom', ['newest ', listOf(20)])
  expect([...listMessages([page])]).toEqual([{ pages: [page], isLast: true }])
})

test('the lowest priority is that of a thread in the background, too', () =>
  expect([0, 10, 19].map(toBackgroundPriority)).toEqual([5, 15, 19]))

test.runIf(process.platform === 'linux').each([
  ['of a publish gives way to the one that answers', true, toBackgroundPriority(getPriority())],
  ['whose pages are answers does not', false, getPriority()],
])('a thread %s', async (_, inBackground, priority) => {
  const own = getPriority()
  using folder = createTempDir()
  const entry = join(folder.path, 'entry.mjs')
  const written = join(folder.path, 'priority')
  const code = `
    import { getPriority } from 'node:os'
    import { writeFileSync } from 'node:fs'
    writeFileSync(${JSON.stringify(written)}, String(getPriority()))
    export const app = {}`
  writeFileSync(entry, code)
  const data = { entry, origin: 'http://localhost', store: folder.path, inBackground }
  const thread = await startThread(data, {})
  expect([getPriority(), Number(readFileSync(written, 'utf8'))]).toEqual([own, priority])
  await thread.end()
})
