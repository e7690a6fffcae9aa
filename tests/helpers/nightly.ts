/** Set by `npm run test:nightly`: slow tests then try every case. In `npm test` each of them tries one fixed case. */
export const isNightly = process.env['NIGHTLY_TESTS'] === 'true'
