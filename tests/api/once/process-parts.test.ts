import { expect } from 'vitest'
import { toNginxServer } from '#scripts/nginx-server.ts'
import type { ProcessName } from '#src/contract/endpoint.ts'
import { createApp } from '#src/server/app.ts'
import { deskPaths, listEndpointNames } from '#src/server/core/http/mount.ts'
import { JOBS } from '#src/server/jobs/jobs.ts'
import { test } from '#tests/helpers/api-test.ts'

const toPath = (name: string) => `/api${name.slice(name.indexOf(' ') + 1)}`
const isAtDesk = (path: string) =>
  deskPaths.some((desk) => path === desk || path.startsWith(`${desk}/`))

test('a path belongs to the process that the table names', () => {
  expect(
    listEndpointNames('desk')
      .map(toPath)
      .filter((path) => !isAtDesk(path)),
  ).toEqual([])
  expect(listEndpointNames('shop').map(toPath).filter(isAtDesk)).toEqual([])
})

test.for<[ProcessName, ProcessName]>([
  ['shop', 'desk'],
  ['desk', 'shop'],
])('the %s answers its own calls alone', async ([own, other], { shop }) => {
  const app = createApp(shop.deps, own)
  const listAnswered = async (process: ProcessName) => {
    const answered: string[] = []
    for (const name of listEndpointNames(process)) {
      // Every path of the API answers 405 to another method, without a handler.
      const { status } = await app.request(toPath(name), { method: 'PURGE' })
      if (status !== 404) answered.push(name)
    }
    return answered
  }
  expect(await listAnswered(own)).toEqual(listEndpointNames(own))
  expect(await listAnswered(other)).toEqual([])
})

test('nginx passes every path of the desk to the desk', () => {
  const server = toNginxServer([], { shop: 'one', desk: 'two' })
  for (const path of deskPaths)
    expect(server).toContain(`location ^~ ${path}/ { proxy_pass http://two; }`)
  // Of the shop: its API, and lists without JavaScript.
  expect(server.match(/http:\/\/one\b/g)).toHaveLength(2)
})

test('mails, orders and visits are work of the shop', () => {
  const ofShop = JOBS.filter(({ process }) => process === 'shop').map(({ name }) => name)
  expect(ofShop).toEqual(['mails', 'visits', 'orders'])
})
