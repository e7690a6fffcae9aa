import { startTransition, useEffect, useState } from 'react'
import { untilPainted } from '#src/rules/yield-to-main.ts'

/**
 * Returns a value once a frame without it is painted. React may render a deferred value before that frame, which then
 * waits for it.
 */
export function usePainted<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    let current = true
    void untilPainted().then(() => {
      if (current) startTransition(() => setPainted(value))
    })
    return () => {
      current = false
    }
  }, [value])
  return painted
}
