import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { demoAccounts } from '#src/preview/demo-accounts.ts'

export const LOGINS_PER_SECOND = 50
const FLOOD_SECONDS = 20
const BROWSERS = 10
/** What each of those who browse asks for in a second, together some hundred calls. */
const BROWSE_RATE = 100

/** 99 of 100 calls of shoppers who browse the API were answered within so many milliseconds. */
export async function measureBrowsing(site: string): Promise<number> {
  const { latency } = await autocannon({
    url: site,
    connections: BROWSERS,
    overallRate: BROWSE_RATE,
    duration: FLOOD_SECONDS,
    requests: ['get-all-products', 'slug/sitara-petite-seconde-watch'].map((call) => ({
      path: `/api/products/${call}`,
    })),
  })
  return latency.p99
}

/** Logs in at an even pace, waiting for no answer. @returns how the logins were answered. */
export async function measureLoginFlood(
  site: string,
): Promise<{ succeeded: number; unavailable: number }> {
  const [account] = demoAccounts
  const body = JSON.stringify({ email: account?.email, password: account?.password })
  const headers = { 'content-type': 'application/json' }
  const once = async (): Promise<number> => {
    const answer = await fetch(`${site}/api/auth/login`, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    return answer.status
  }
  const answers: Promise<number>[] = []
  for (let sent = 0; sent < LOGINS_PER_SECOND * FLOOD_SECONDS; sent++) {
    answers.push(once().catch(() => 0))
    await sleep(1_000 / LOGINS_PER_SECOND)
  }
  const statuses = await Promise.all(answers)
  const count = (status: number) => statuses.filter((one) => one === status).length
  return { succeeded: count(200), unavailable: count(503) }
}
