import { forget, isRecord, keep, readKept } from './storage.ts'

/** The account this tab has just opened, so that its link can be sent again. */
export interface NewAccount {
  uid: string
  email: string
}

const KEY = 'kairavi-new-account'

const isNewAccount = (value: unknown): value is NewAccount =>
  isRecord(value) && typeof value['uid'] === 'string' && typeof value['email'] === 'string'

export const rememberNewAccount = (account: NewAccount): void => keep(KEY, account)
export const newAccount = (): NewAccount | undefined => readKept(KEY, isNewAccount)
export const forgetNewAccount = (): void => forget(KEY)
