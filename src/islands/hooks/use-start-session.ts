import { useEffect } from 'react'
import { startSession } from '#src/stores/session.ts'

/** Starts the session of this page; further calls join the first. */
export function useStartSession(): void {
  useEffect(() => {
    void startSession()
  }, [])
}
