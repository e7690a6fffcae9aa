import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldReader } from './use-form.ts'

interface Result {
  ok: boolean
  /** Field that the error names. */
  field?: string | undefined
}

/** Returns the field for a code of the second factor. It appears once an answer has asked for a code. */
export function useCodeField() {
  const [isAsked, setIsAsked] = useState(false)
  return {
    isAsked,
    readCode: (read: FieldReader): { code?: string } => (isAsked ? { code: read('code') } : {}),
    /** Call it with each result, so that the field exists before the form shows the message at it. */
    handleResult(result: Result) {
      if (!result.ok && result.field === 'code') flushSync(() => setIsAsked(true))
    },
  }
}
