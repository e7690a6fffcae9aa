import { readTexts, removeItem, type StorageKey, setItem } from '#src/stores/storage.ts'
import { type Fields, useTyped } from '#src/ui/use-typed.ts'

/**
 * Keeps what is typed over a reload, until it is sent.
 * @param secret fields that are never stored.
 */
export const useDraft = <Name extends string>(key: StorageKey, secret: readonly Name[] = []) =>
  useTyped<Name>(
    () => (readTexts(key) ?? {}) as Fields<Name>,
    (texts) => {
      const stored = Object.entries(texts).filter(([name]) => !secret.some((own) => own === name))
      if (stored.length > 0) setItem(key, Object.fromEntries(stored))
      else removeItem(key)
    },
  )
