import { useRef, useState } from 'react'

/** Texts by the names of their fields; undefined clears one. */
export type Fields<Name extends string = string> = Readonly<
  Partial<Record<Name, string | undefined>>
>

/**
 * Holds what is typed into some fields.
 * @param read reads the texts that were stored before.
 * @param store called with the texts after each change, and those before it.
 */
export function useTyped<Name extends string>(
  read: () => Fields<Name>,
  store: (texts: Fields<Name>, before: Fields<Name>) => void,
) {
  const [typed, setTyped] = useState(read)
  const latest = useRef(typed)

  function change(fields: Fields<Name>): void {
    const before = latest.current
    const all = Object.entries({ ...before, ...fields }).filter(([, text]) => text !== undefined)
    latest.current = Object.fromEntries(all) as Fields<Name>
    setTyped(latest.current)
    store(latest.current, before)
  }

  /** Clears the fields that were sent, and keeps those that changed since. */
  function clear(sent: Fields<Name> = latest.current): void {
    const names = (Object.keys(sent) as Name[]).filter(
      (name) => latest.current[name] === sent[name],
    )
    change(Object.fromEntries(names.map((name) => [name, undefined])) as Fields<Name>)
  }

  return { typed, change, clear }
}
