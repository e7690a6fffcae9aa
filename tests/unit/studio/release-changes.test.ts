import { expect, test } from 'vitest'
import { groupChanges, splitChanges } from '#src/studio/publish/Changes.tsx'

test('saves of one cause stand below it, once', () => {
  const by = 'Asha Rao'
  const cause = 'Launched Diwali: the lamps'
  expect(
    groupChanges([
      { summary: `${cause}: Saved The ring`, by },
      { summary: `${cause}: Archived A: b`, by },
      { summary: 'Saved About', by },
      { summary: 'Saved About', by },
      { summary: `${cause}: Saved The ring`, by: 'Ira Sen' },
      { summary: 'Reviews of The ring', by: '' },
    ]),
  ).toEqual([
    { cause, by, saves: ['Saved The ring', 'Archived A: b'] },
    { cause: '', by, saves: ['Saved About'] },
    { cause: '', by, saves: ['Saved About'] },
    { cause, by: 'Ira Sen', saves: ['Saved The ring'] },
    { cause: '', by: '', saves: ['Reviews of The ring'] },
  ])
})

test('a save after a release was published is none of its causes', () => {
  const [before, after] = [
    { summary: 'Saved The ring', at: '2026-11-29T12:33:00.000Z' },
    { summary: 'Saved the mail', at: '2026-11-29T12:38:00.000Z' },
  ]
  expect(splitChanges([before, after], '2026-11-29T12:33:01.000Z')).toEqual({
    published: [before],
    since: [after],
  })
})
