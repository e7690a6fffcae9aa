import { randomUUID } from 'node:crypto'

/**
 * A UUID whose order is that of its time (version 7, RFC 9562), for rows that are only added. Those of one commit are
 * next to each other in each index by the id: it writes few pages, where random ids are on as many as there are rows.
 * @param now in ms.
 */
export function createTimeOrderedId(now: number): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
