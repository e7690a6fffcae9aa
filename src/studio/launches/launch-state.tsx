import type { Launch, LaunchDetail } from '#src/contract/launches.ts'
import { count } from '#src/rules/count.ts'
import { Badge } from '../ui/controls.tsx'

const stateBadges = {
  draft: ['neutral', 'Draft'],
  scheduled: ['note', 'Scheduled'],
  live: ['good', 'Live'],
  ended: ['neutral', 'Ended'],
  undone: ['neutral', 'Undone'],
} as const

export const LaunchState = ({ state }: Pick<Launch, 'state'>) => (
  <Badge kind={stateBadges[state][0]}>{stateBadges[state][1]}</Badge>
)

export const isNotLive = ({ state }: Pick<Launch, 'state'>): boolean => state !== 'live'

export const countDrafts = (drafts: number): string => count(drafts, 'draft')

type Item = LaunchDetail['items'][number]

/** Whether a draft cannot go live as it is saved. */
export const isRefused = ({ clashes, errors }: Pick<Item, 'clashes' | 'errors'>): boolean =>
  clashes.length + errors.length > 0

export const describeRefused = (refused: readonly Pick<Item, 'title'>[]): string =>
  `${countDrafts(refused.length)} cannot go live as saved: ${refused.map(({ title }) => title).join(', ')}. ${refused.length === 1 ? 'Open it and save it' : 'Open each and save it'} again.`
