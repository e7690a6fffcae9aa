/**
 * Imports a module, and again after a pause if that fails.
 * @throws the error of the second try.
 */
export const importTwice = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return load()
  })

/** The pause of Astro's own second try, in milliseconds. */
const RETRY_MS = 1_000
