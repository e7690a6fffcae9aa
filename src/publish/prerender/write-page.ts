import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const made = new Set<string>()

/**
 * Writes a rendered page to its file.
 * @throws Error when it is anything but a page.
 */
export async function writePage(page: Response, file: string): Promise<void> {
  if (page.status !== 200)
    throw new Error(`A page answered ${page.status} where 200 was due: ${file}`)
  const folder = dirname(file)
  if (!made.has(folder)) {
    mkdirSync(folder, { recursive: true })
    made.add(folder)
  }
  writeFileSync(file, await page.bytes())
}
