import type { ReleaseFile, ReleaseFiles } from './release-files.ts'

/**
 * The files of a list with changes, without a copy of the list: 10,000 products have 45,000 files, and a copy for
 * each save would delay shoppers.
 */
export class ChangedFiles implements ReleaseFiles {
  readonly size: number
  readonly #list: ReleaseFiles
  readonly #changes: ReadonlyMap<string, ReleaseFile | null>

  /** @param changes null removes a file of the list. */
  constructor(list: ReleaseFiles, changes: ReadonlyMap<string, ReleaseFile | null>) {
    this.#list = list
    this.#changes = changes
    let size = list.size
    for (const [path, file] of changes) size += Number(file !== null) - Number(list.has(path))
    this.size = size
  }

  get(path: string): ReleaseFile | undefined {
    const changed = this.#changes.get(path)
    return changed === undefined ? this.#list.get(path) : (changed ?? undefined)
  }

  has(path: string): boolean {
    return this.get(path) !== undefined
  }

  *entries(): MapIterator<[string, ReleaseFile]> {
    for (const entry of this.#list) if (!this.#changes.has(entry[0])) yield entry
    for (const [path, file] of this.#changes) if (file) yield [path, file]
  }

  *keys(): MapIterator<string> {
    for (const [path] of this.entries()) yield path
  }

  *values(): MapIterator<ReleaseFile> {
    for (const [, file] of this.entries()) yield file
  }

  forEach(call: (file: ReleaseFile, path: string, files: ReleaseFiles) => void): void {
    for (const [path, file] of this.entries()) call(file, path, this)
  }

  [Symbol.iterator](): MapIterator<[string, ReleaseFile]> {
    return this.entries()
  }
}
