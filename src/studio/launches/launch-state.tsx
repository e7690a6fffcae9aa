import type { Launch } from '#src/contract/launches.ts'
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
