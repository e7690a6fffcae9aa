import { HttpError, isDeadlock, isForeignKeyViolation, isUniqueViolation } from './errors.ts'

/** Another save came between the reads and the writes of a transaction. */
export class ConflictError extends HttpError {
  override name = 'ConflictError'

  constructor(what = 'It') {
    super(409, `${what} is being saved by somebody else just now. Please try again.`)
  }
}

const ATTEMPTS = 3

/**
 * Runs a transaction, and again after a conflict: it then reads the writes of the other one. Most transactions check
 * unique values before they write, so the next attempt names the value.
 * @throws ConflictError, or the violation of a constraint, if the last attempt fails, too.
 */
export async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await transaction()
    } catch (error) {
      const isConflict =
        error instanceof ConflictError ||
        isDeadlock(error) ||
        isUniqueViolation(error) ||
        isForeignKeyViolation(error)
      if (!isConflict || (attempt === ATTEMPTS && !isDeadlock(error))) throw error
      if (attempt === ATTEMPTS) throw new ConflictError()
    }
}
