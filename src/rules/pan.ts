/** A permanent account number of the Income-tax Department, e.g. `ABCDE1234F`. */
export const isPan = (text: string): boolean => /^[A-Z]{5}\d{4}[A-Z]$/.test(text.trim())
