import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const createdFolders = new Set<string>()

/**
 * Writes a rendered page to its file.
 * @throws Error when its status is not 200.
 */
export async function writePage(page: Response, file: string): Promise<void> {
  if (page.status !== 200)
    throw new Error(`A page answered ${page.status} where 200 was due: ${file}`)
  const folder = dirname(file)
  if (!createdFolders.has(folder)) {
    mkdirSync(folder, { recursive: true })
    createdFolders.add(folder)
  }
  writeFileSync(file, await page.bytes())
}
