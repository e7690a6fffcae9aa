import { HttpError, isDeadlock, isForeignKeyViolation, isUniqueViolation } from './errors.ts'

/** A save of somebody else came between the reads and the writes of a transaction. */
export class ConflictError extends HttpError {
  override name = 'ConflictError'

  constructor(what = 'It') {
    super(409, `${what} is being saved by somebody else just now. Please try again.`)
  }
}

const ATTEMPTS = 3

/**
 * Runs a transaction, and again when another one has come in its way: what it reads then has the other's writes. What
 * is stored once, or must exist, is checked by most transactions before they write, so that the next attempt says which.
 * @throws ConflictError, or the violation of a constraint, when the last attempt fails, too.
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
