import type { Launch, LaunchDetail } from '#src/contract/launches.ts'
import { count } from '#src/rules/count.ts'
import { Badge } from '../ui/controls.tsx'

const stateBadges = {
  draft: ['neutral', 'Draft'],
  scheduled: ['note', 'Scheduled'],
  live: ['good', 'Live'],
  ended: ['neutral', 'Ended'],
} as const

export const LaunchState = ({ state }: Pick<Launch, 'state'>) => (
  <Badge kind={stateBadges[state][0]}>{stateBadges[state][1]}</Badge>
)

export const isNotLive = ({ state }: Pick<Launch, 'state'>): boolean => state !== 'live'

export const countDrafts = (drafts: number): string => count(drafts, 'draft')

type Item = LaunchDetail['items'][number]

/** Whether the launch leaves a record out. */
export const isRefused = ({ errors }: Pick<Item, 'errors'>): boolean => errors.length > 0

export const describeRefused = (refused: readonly Pick<Item, 'title'>[]): string =>
  `${countDrafts(refused.length)} left out as saved: ${refused.map(({ title }) => title).join(', ')}. The others go live.`
