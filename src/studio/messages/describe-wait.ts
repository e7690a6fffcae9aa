import type { ResponseBody } from '#src/contract/endpoints.ts'
import { ACKNOWLEDGE_HOURS, SETTLE_DAYS } from '#src/contract/values.ts'
import { DAY_MS, HOUR_MS } from '#src/rules/constants.ts'
import { count } from '#src/rules/count.ts'

type Message = Pick<
  ResponseBody<'GET /editor/messages'>['messages'][number],
  'state' | 'at' | 'settledAt'
>

function formatSpan(ms: number): string {
  if (ms < HOUR_MS) return 'less than an hour'
  return ms < 2 * DAY_MS
    ? count(Math.floor(ms / HOUR_MS), 'hour')
    : count(Math.floor(ms / DAY_MS), 'day')
}

/** How long a message has waited for what comes next, and whether that is longer than the law allows. */
export function describeWait({ state, at, settledAt }: Message, now: number) {
  const waited = (until: number) => Math.max(0, until - Date.parse(at))
  if (state === 'done')
    return {
      label: settledAt ? `Settled after ${formatSpan(waited(Date.parse(settledAt)))}` : 'Settled',
      isOverdue: false,
    }
  const span = waited(now)
  const isOverdue = span > (state === 'new' ? ACKNOWLEDGE_HOURS * HOUR_MS : SETTLE_DAYS * DAY_MS)
  const due =
    state === 'new'
      ? `take it up within ${ACKNOWLEDGE_HOURS} hours`
      : `settle it within ${SETTLE_DAYS} days`
  return { label: `Waits for ${formatSpan(span)}: ${due}`, isOverdue }
}
