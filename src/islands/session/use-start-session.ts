import { useEffect } from 'react'
import { startSession } from '#src/stores/session.ts'

/** Begins the session of this page with the first island that asks for it. */
export function useStartSession(): void {
  useEffect(() => {
    void startSession()
  }, [])
}
