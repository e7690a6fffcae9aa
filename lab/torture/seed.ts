/** Seed of this run. `npm run torture` prints it, and TORTURE_SEED repeats the run. */
export const TORTURE_SEED = process.env['TORTURE_SEED'] ?? String(Date.now() % 2 ** 31)
