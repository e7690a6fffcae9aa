import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldReader } from './use-form.ts'

interface Result {
  ok: boolean
  /** The field that the error names. */
  field?: string | undefined
}

/** The field for a code of the second factor, which is there once an answer has asked for one. */
export function useCodeField() {
  const [isAsked, setIsAsked] = useState(false)
  return {
    isAsked,
    readCode: (read: FieldReader): { code?: string } => (isAsked ? { code: read('code') } : {}),
    /** Call it with each result: the field is there before the form looks for it to show the message. */
    handleResult(result: Result) {
      if (!result.ok && result.field === 'code') flushSync(() => setIsAsked(true))
    },
  }
}
