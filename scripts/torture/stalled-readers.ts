import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { endShop, startShop } from './shop-process.ts'

const STALLED = 2_000
const PIPELINERS = 300
/** Below the connections that the server allows one address. */
const PER_ADDRESS = 200
const SHOPPERS = 10
const GET = 'GET /api/products/get-all-products HTTP/1.1\r\nHost: shop.test\r\n\r\n'

/** Megabytes that a process holds in memory. */
export function readMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_024
}

const toAddress = (index: number): string => `127.0.1.${1 + Math.floor(index / PER_ADDRESS)}`

/** Keeps connections open that send requests and read no answer, also after the server closes one. */
function startReaders(port: number, count: number, requests: number) {
  const sockets = new Set<Socket>()
  let isOpen = true
  const open = (index: number) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: toAddress(index) })
    socket.pause()
    socket.on('error', () => {})
    socket.once('connect', () => socket.write(GET.repeat(requests)))
    socket.once('close', () => {
      sockets.delete(socket)
      if (isOpen) setTimeout(open, 500, index)
    })
    sockets.add(socket)
  }
  for (let index = 0; index < count; index++) open(index)
  return () => {
    isOpen = false
    for (const socket of sockets) socket.destroy()
  }
}

/** One request on a connection of its own. @returns its duration in ms; undefined without an answer. */
const ask = (port: number, index: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const start = performance.now()
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.2.${1 + index}` })
    socket.once('data', () => {
      resolve(performance.now() - start)
      socket.destroy()
    })
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(undefined))
    socket.write('GET /api/health HTTP/1.1\r\nHost: shop.test\r\n\r\n')
  })

export interface StalledFigures {
  /** 99 of 100 requests of other clients were answered within so many ms. */
  p99: number
  unanswered: number
  peakMegabytes: number
}

export async function measureStalledReaders(seconds: number): Promise<StalledFigures> {
  using folder = createTempDir()
  const shop = await startShop(`sqlite:${join(folder.path, 'shop.db')}`, 1)
  const stop = [startReaders(shop.port, STALLED, 1), startReaders(shop.port, PIPELINERS, 2_000)]
  const durations: number[] = []
  let unanswered = 0
  let peakMegabytes = 0
  const until = performance.now() + seconds * 1_000
  await Promise.all(
    Array.from({ length: SHOPPERS }, async (_, index) => {
      while (performance.now() < until) {
        const duration = await ask(shop.port, index)
        if (duration === undefined) unanswered += 1
        else durations.push(duration)
        peakMegabytes = Math.max(peakMegabytes, readMemory(shop.running.child.pid ?? 0))
        await sleep(100)
      }
    }),
  )
  for (const stopReaders of stop) stopReaders()
  await endShop(shop)
  durations.sort((a, b) => a - b)
  return {
    p99: durations[Math.floor(durations.length * 0.99)] ?? Number.POSITIVE_INFINITY,
    unanswered,
    peakMegabytes,
  }
}
