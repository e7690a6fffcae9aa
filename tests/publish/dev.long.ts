import { expect, test } from 'vitest'
import { findFreePort } from '#tools/http-server.ts'
import { runCommand } from '#tools/site-process.ts'
import { createTempDir } from '#tools/temp-dir.ts'

/** More than a subnet may read in an hour. */
const CATALOGUES = 61

test('npm run dev may read the catalogue for each page that is opened', async () => {
  using folder = createTempDir()
  const port = await findFreePort()
  const settings = { PORT: String(port), DATA_DIR: folder.path, PASSWORD_HASH_MEMORY: '19456' }
  const { child, exited, waitForOutput } = runCommand('src/run/dev.ts', settings)
  try {
    await waitForOutput(/is open at/)
    const statuses = new Set<number>()
    for (let count = 0; count < CATALOGUES; count++) {
      const path = '/api/products/get-all-products?detail=full'
      const response = await fetch(`http://localhost:${port}${path}`)
      await response.arrayBuffer()
      statuses.add(response.status)
    }
    expect([...statuses]).toEqual([200])
  } finally {
    child.kill('SIGTERM')
    await exited
  }
})
