import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** An error that the operator must correct before the shop can start. The message is one sentence. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** Creates `folder` if it is missing. @throws StartupError if it cannot be created or written to. */
export function assertWritable(folder: string): void {
  try {
    // The nearest existing folder is checked first: a recursive mkdir below /proc never returns.
    accessSync(nearestExisting(folder), constants.W_OK)
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (cause) {
    throw new StartupError(
      `The folder ${folder} cannot be written to: give this user the right to, or set DATA_DIR to one that can.`,
      { cause },
    )
  }
}

const nearestExisting = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestExisting(dirname(folder))
