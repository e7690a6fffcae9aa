const ask = (event: BeforeUnloadEvent): void => event.preventDefault()

/** From now on the browser asks before the page is left: something on it is not saved. */
export const holdUnsaved = (): void => addEventListener('beforeunload', ask)

/** The page may be left again. */
export const letGo = (): void => removeEventListener('beforeunload', ask)
